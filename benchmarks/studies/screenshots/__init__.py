"""Screenshots made by ourselves: how well `readers.read` reads ZIPs from pictures."""
