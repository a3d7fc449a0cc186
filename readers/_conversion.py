"""Values of dataclasses to JSON and back, told by their annotations.

Numbers, texts, true and false, and null are as they are; tuples, lists and named tuples are lists; sets are lists in
order; dataclasses are objects, a field each; mappings are objects when all keys are texts, else lists of pairs.
Enumerations are their values, where these are all numbers or texts, else their names; bytes are hexadecimal texts.  An
object of a class that the annotation leaves open, by a union or as a subclass, tells it in the field ``class``.

Back they come as the annotations say, lists as tuples where these do not ask for lists.  What does not fit is a
PuzzleError with the place, such as ``walls[2][0]``, what was expected there and what there is.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

from cpmodels._docstrings import described
from cpmodels._spelling import check_known
from cpmodels.errors import KindError, PuzzleError, naming
from cpmodels.values import listed, shown

Form = dict[str, Any]
"""A JSON object."""

_WORDS: dict[Any, str] = {
    int: "a whole number",
    float: "a number with a fraction",
    str: "a text",
    bytes: "a text of hexadecimal digits",
    bool: "true or false",
    list: "a list",
    tuple: "a list",
    dict: "an object",
    types.NoneType: "null",
}
_TYPES: dict[Any, str] = {
    int: "integer",
    float: "number",
    str: "string",
    bytes: "string",
    bool: "boolean",
    types.NoneType: "null",
}
"""What JSON Schema calls them."""
_RENAMED: dict[Any, dict[str, str]] = {}
_FIELDS: dict[type, tuple[FormField, ...]] = {}


@dataclass(frozen=True)
class FormField:
    """A field of a dataclass: its name, the one in files, what its annotation says, and whether it has no default."""

    name: str
    key: str
    hint: Any
    required: bool


def rename_fields(cls: type, **keys: str) -> None:
    """Give fields of a dataclass other names in files: ``rename_fields(Path, cells="path")``.

    >>> @dataclass(frozen=True)
    ... class Point:
    ...     x: int
    >>> rename_fields(Point, x="col")
    >>> to_object(Point(3))
    {'col': 3}
    """
    _RENAMED[cls] = keys
    _FIELDS.pop(cls, None)


def form_fields(cls: type) -> tuple[FormField, ...]:
    """The fields of a dataclass that its constructor takes.  Raises KindError for other classes."""
    if cls not in _FIELDS:
        _FIELDS[cls] = tuple(_form_fields(cls))
    return _FIELDS[cls]


def _form_fields(cls: Any) -> Iterator[FormField]:
    if not _is_record(cls):
        raise KindError(f"{cls.__name__} has no JSON form, as it is not a dataclass: register functions for its form")
    try:
        hints = get_type_hints(cls)
    except NameError as error:
        raise KindError(
            f"{cls.__name__} has no JSON form, as the name {error.name!r} in its annotations is not known in its module"
        ) from error
    keys = _RENAMED.get(cls, {})
    for field in fields(cls):
        if field.init:
            required = field.default is MISSING and field.default_factory is MISSING
            yield FormField(field.name, keys.get(field.name, field.name), hints[field.name], required)


def word(value: Any) -> str:
    """What a JSON value is, in words: "a list"."""
    return _WORDS.get(type(value), f"a {type(value).__name__}")


def to_json(value: Any, hint: Any = Any, place: str = "") -> Any:
    """The JSON of a value.

    Raises KindError for a value of a class that has none, PuzzleError for a number or text that JSON cannot hold.
    """
    if isinstance(value, Enum):
        return next(key for key, member in _choices(type(value)) if member is value)
    if is_dataclass(value) and not isinstance(value, type):
        return _tag(type(value), hint) | to_object(value, place)
    if isinstance(value, tuple) and (entries := _entry_hints(type(value))):
        return [to_json(entry, entries[i], f"{place}[{i}]") for i, entry in enumerate(value)]
    if isinstance(value, (tuple, list)):
        return [to_json(entry, _inner(hint, _LISTS, i), f"{place}[{i}]") for i, entry in enumerate(value)]
    if isinstance(value, Set):
        return sorted((to_json(entry, _inner(hint, _SETS, 0), place) for entry in value), key=_rank)
    if isinstance(value, Mapping):
        pairs = [
            (to_json(key, _inner(hint, (Mapping,), 0), place), to_json(entry, _inner(hint, (Mapping,), 1), place))
            for key, entry in value.items()
        ]
        pairs.sort(key=lambda pair: _rank(pair[0]))
        return dict(pairs) if all(isinstance(key, str) for key, _ in pairs) else [list(pair) for pair in pairs]
    return _scalar(value, place)


def to_object(value: Any, place: str = "") -> Form:
    """The JSON object of a dataclass, a field each."""
    return {
        field.key: to_json(getattr(value, field.name), field.hint, _at(place, field.key))
        for field in form_fields(type(value))
    }


def from_json(value: Any, hint: Any, place: str = "") -> Any:
    """The value that an annotation asks for.  Raises PuzzleError, KindError for annotations that say too little."""
    options = [option for option in _options(hint) if _accepts(option, value)]
    if not options:
        raise PuzzleError(_sentence(place, f"expected {_expected(hint)}, got {_found(hint, value)}"))
    for option in options[:-1]:
        try:
            return _converted(value, option, place)
        except PuzzleError:
            continue
    return _converted(value, options[-1], place)


def from_object(form: Mapping[str, Any], cls: type, place: str = "", free: Iterable[str] = ()) -> Any:
    """The dataclass of a JSON object, by its constructor, whose errors are those of this place.

    free: fields that are passed over.

    Raises PuzzleError, which names the field that is unknown, missing or wrong.
    """
    known = form_fields(cls)
    with naming(place):
        check_known(form, [field.key for field in known], free)
        for field in known:
            if field.required and field.key not in form:
                raise PuzzleError(f"the field {field.key!r} is missing")
    values = {
        field.name: from_json(form[field.key], field.hint, _at(place, field.key))
        for field in known
        if field.key in form
    }
    with naming(place):
        try:
            return cls(**values)
        except PuzzleError:
            raise
        except ValueError as error:
            raise PuzzleError(str(error)) from error


def schema_of(hint: Any, defs: dict[str, Form]) -> Form:
    """The JSON Schema of what `from_json` takes for an annotation; the schemas of dataclasses go into `defs`.

    It allows what `from_json` takes, and more only where a schema cannot say what a constructor demands, or where
    texts have a form, as hexadecimal digits have.

    >>> schema_of(tuple[int, str | None], {})["prefixItems"]
    [{'type': 'integer'}, {'anyOf': [{'type': 'null'}, {'type': 'string'}]}]

    Raises KindError for annotations that say too little.
    """
    options = [_option_schema(option, defs) for option in _options(hint)]
    return options[0] if len(options) == 1 else {"anyOf": options}


def _option_schema(hint: Any, defs: dict[str, Form]) -> Form:
    """That of an annotation that is no union."""
    origin, arguments = _origin(hint), get_args(hint)
    if choices := _choices(hint):
        return {"enum": [key for key, _ in choices]}
    if origin in _TYPES:
        return {"type": _TYPES[origin]}
    if origin in (Any, object) or isinstance(origin, TypeVar):
        return {}
    if _is_record(hint):
        return _record_reference(origin, defs)
    if _is_class(hint, Mapping):
        key, entry = (schema_of(each, defs) for each in (*arguments, Any, Any)[:2])
        pair = {"type": "array", "prefixItems": [key, entry], "minItems": 2, "maxItems": 2}
        return {"anyOf": [{"type": "object", "additionalProperties": entry}, {"type": "array", "items": pair}]}
    if not _is_list(hint):
        raise KindError(f"a value of {hint} has no JSON Schema, as it is not known to JSON")
    if entries := _entry_hints(origin):
        least = len(entries) - len(origin._field_defaults)
        return _fixed_schema(entries, least, defs)
    if origin is tuple and arguments[-1:] != (Ellipsis,) and hint is not tuple:
        return _fixed_schema(list(arguments), len(arguments), defs)
    schema = {"type": "array", "items": schema_of(arguments[0] if arguments else Any, defs)}
    return schema | ({"uniqueItems": True} if issubclass(origin, Set) else {})


def _fixed_schema(hints: list[Any], least: int, defs: dict[str, Form]) -> Form:
    entries = [schema_of(hint, defs) for hint in hints]
    return {"type": "array", "prefixItems": entries, "minItems": least, "maxItems": len(entries)}


def _record_reference(cls: type, defs: dict[str, Form]) -> Form:
    """A reference to the schema of a dataclass, or of its subclasses, which name themselves."""
    name = f"{cls.__module__}.{cls.__qualname__.replace('<locals>.', '')}"
    if name not in defs:
        defs[name] = {}  # It may refer to itself.
        named = [each for each in _classes(cls) if is_dataclass(each)]
        records = [
            record_schema(each, defs, {"class": {"const": each.__name__}}, () if each is cls else ("class",))
            for each in named
        ]
        defs[name] = records[0] if len(records) == 1 else {"anyOf": records}
    return {"$ref": f"#/$defs/{name}"}


def record_schema(cls: type, defs: dict[str, Form], free: Form, required: Iterable[str] = ()) -> Form:
    """The JSON Schema of the object of a dataclass (see `from_object`).

    free: the schemas of fields that are passed over.
    required: those of them that have to be there.

    Raises KindError for other classes, and for annotations that say too little.
    """
    known = form_fields(cls)
    texts = described(cls.__doc__, {field.name for field in known})
    properties = {}
    for field in known:
        properties[field.key] = schema_of(field.hint, defs)
        if field.name in texts:
            properties[field.key] = {"description": texts[field.name]} | properties[field.key]
    return {
        "type": "object",
        "properties": free | properties,
        "required": [*required, *(field.key for field in known if field.required)],
        "additionalProperties": False,
    }


# What there is for each hint ------------------------------------------------------------------------------------------

_LISTS = (list, tuple)
_SETS = (Set,)


def _plain(hint: Any) -> Any:
    """An annotation without names, such as those of NewType and ``type X = ...``, and without what only marks it."""
    while True:
        if hasattr(hint, "__supertype__"):
            hint = hint.__supertype__
        elif hasattr(hint, "__value__"):
            hint = hint.__value__
        elif hasattr(hint, "__metadata__"):
            hint = hint.__origin__
        elif is_typeddict(hint):
            return dict[str, Any]
        else:
            return types.NoneType if hint is None else hint


def _options(hint: Any) -> list[Any]:
    """What an annotation allows, the most special first: words before texts, whole numbers before fractions."""
    hint = _plain(hint)
    if get_origin(hint) not in (Union, types.UnionType):
        return [hint]
    options = [option for part in get_args(hint) for option in _options(part)]
    return sorted(options, key=lambda option: {float: 2, str: 2, bytes: 2, Any: 3, object: 3}.get(option, 1))


def _origin(hint: Any) -> Any:
    return get_origin(hint) or hint


def _is_record(hint: Any) -> bool:
    return is_dataclass(_origin(hint))


def _is_class(hint: Any, *bases: type) -> bool:
    origin = _origin(hint)
    return isinstance(origin, type) and (not bases or issubclass(origin, bases))


def _is_list(hint: Any) -> bool:
    """Whether values of an annotation are lists in JSON."""
    if not _is_class(hint) or _is_class(hint, str, bytes, Mapping, Enum) or _is_record(hint):
        return False
    return issubclass(_origin(hint), Iterable)


def _entry_hints(cls: Any) -> list[Any]:
    """The annotations of a named tuple; none for other classes."""
    if not (isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")):
        return []
    hints = get_type_hints(cls)
    return [hints.get(name, Any) for name in cls._fields]


def _inner(hint: Any, bases: tuple[Any, ...], index: int) -> Any:
    """What an annotation says of the entries of a list, of the members of a set, of keys (0) or values (1)."""
    found = []
    for option in _options(hint):
        arguments = get_args(option)
        if not arguments or not _is_class(option) or not any(_related(_origin(option), base) for base in bases):
            continue
        variadic = _origin(option) is not tuple and bases != (Mapping,)
        if variadic or arguments[-1] is Ellipsis:
            found.append(arguments[0])
        elif index < len(arguments):
            found.append(arguments[index])
    return Union[tuple(found)] if found else Any  # noqa: UP007


def _related(cls: type, base: Any) -> bool:
    return issubclass(cls, base) or issubclass(base, cls)


def _accepts(hint: Any, value: Any) -> bool:
    """Whether a JSON value is of the sort that an annotation, which is no union, asks for."""
    origin = _origin(hint)
    if choices := _choices(hint):
        return any(type(key) is type(value) and key == value for key, _ in choices)
    if origin is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if origin in (bool, int, str, types.NoneType):
        return type(value) is origin
    if origin is bytes:
        return isinstance(value, str)
    if _is_class(hint, Mapping):
        return isinstance(value, (dict, list, tuple))
    if _is_record(hint):
        return isinstance(value, dict)
    return not _is_list(hint) or isinstance(value, (list, tuple))


def _expected(hint: Any) -> str:
    words: list[str] = []
    for option in _options(hint):
        if choices := _choices(option):
            words += [shown(key) for key, _ in choices]
        elif _is_record(option) or _is_class(option, Mapping):
            words.append("an object")
        else:
            words.append("a list" if _is_list(option) else _WORDS.get(_origin(option), str(option)))
    words = sorted(dict.fromkeys(words), key=lambda text: text == "null")
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _found(hint: Any, value: Any) -> str:
    """What there is instead: the value itself where certain words are expected, else what sort of value."""
    chosen = any(map(_choices, _options(hint)))
    return shown(value) if chosen and not isinstance(value, (list, tuple, dict)) else word(value)


def _converted(value: Any, hint: Any, place: str) -> Any:
    """The value for an annotation that is no union and accepts it."""
    origin = _origin(hint)
    if origin is float:
        return _scalar(float(value), place)
    if choices := _choices(hint):
        return next(chosen for key, chosen in choices if type(key) is type(value) and key == value)
    if origin in (bool, int, str, types.NoneType):
        return value
    if origin in (Any, object) or isinstance(origin, TypeVar):
        return _frozen(value)
    if origin is bytes:
        try:
            return bytes.fromhex(value)
        except ValueError as error:
            raise PuzzleError(_sentence(place, f"expected {_WORDS[bytes]}, got {shown(value)}")) from error
    if _is_record(hint):
        cls = _class_named(value.get("class"), origin, place) if "class" in value else origin
        return from_object(value, cls, place, free=["class"])
    if _is_class(hint, Mapping):
        return _mapping(value, hint, place)
    if _is_list(hint):
        return _list(value, hint, place)
    raise KindError(f"{place or 'a value'} has no JSON form: values of {hint} are not known to JSON")


def _list(value: Any, hint: Any, place: str) -> Any:
    origin, arguments = _origin(hint), get_args(hint)
    if entries := _entry_hints(origin):
        least = len(entries) - len(origin._field_defaults)
        return origin(*_fixed(value, entries[: max(least, len(value))], place))
    if origin is tuple and arguments[-1:] != (Ellipsis,) and hint is not tuple:
        return tuple(_fixed(value, arguments, place))
    inner = arguments[0] if arguments else Any
    found = [from_json(entry, inner, f"{place}[{i}]") for i, entry in enumerate(value)]
    if issubclass(origin, Set):
        made = (set if _related(origin, set) and origin is not Set else frozenset)(found)
        if len(made) < len(found):
            twice = next(entry for i, entry in enumerate(found) if entry in found[:i])
            raise PuzzleError(_sentence(place, f"{shown(to_json(twice))} is given twice"))
        return made if isinstance(made, origin) else origin(made)
    if issubclass(list, origin) and not issubclass(tuple, origin):
        return found
    return tuple(found) if issubclass(tuple, origin) else origin(found)


def _fixed(value: Any, hints: Any, place: str) -> Iterator[Any]:
    if len(value) != len(hints):
        raise PuzzleError(_sentence(place, f"expected a list of {len(hints)}, got one of {len(value)}"))
    return (from_json(entry, hint, f"{place}[{i}]") for i, (entry, hint) in enumerate(zip(value, hints, strict=True)))


def _mapping(value: Any, hint: Any, place: str) -> Any:
    origin, (key_hint, value_hint, *_) = _origin(hint), (*get_args(hint), Any, Any)
    if isinstance(value, dict):
        with naming(place):
            pairs = [(from_json(key, key_hint, "a key"), entry, _at(place, shown(key))) for key, entry in value.items()]
    else:
        pairs = [
            (from_json(key, key_hint, f"{place}[{i}][0]"), entry, f"{place}[{i}][1]")
            for i, pair in enumerate(value)
            for key, entry in [from_json(pair, tuple[Any, Any], f"{place}[{i}]")]
        ]
    made: dict[Any, Any] = {}
    for key, entry, where in pairs:
        if key in made:
            raise PuzzleError(_sentence(place, f"the key {shown(to_json(key))} is given twice"))
        made[key] = from_json(entry, value_hint, where)
    return made if issubclass(dict, origin) else origin(made)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value


def _choices(hint: Any) -> list[tuple[Any, Any]]:
    """The words of a Literal, or the members of an enumeration, each after what stands for it in JSON."""
    if _origin(hint) is Literal:
        return [(to_json(choice), choice) for choice in get_args(hint)]
    if not _is_class(hint, Enum):
        return []
    by_value = all(type(member.value) in (int, str) for member in hint)
    return [(member.value if by_value else member.name, member) for member in hint]


def _tag(cls: type, hint: Any) -> Form:
    """The field that tells the class, where the annotation does not."""
    told = [_origin(option) for option in _options(hint) if _is_record(option)]
    return {} if told == [cls] else {"class": cls.__name__}


def _class_named(name: Any, cls: type, place: str) -> type:
    """The dataclass of this name: a class or a subclass of it."""
    named = {known.__name__: known for known in _classes(cls) if is_dataclass(known)}
    if not isinstance(name, str) or name not in named:
        raise PuzzleError(_sentence(place, f"the class is one of {listed(sorted(named))}, not {shown(name)}"))
    return named[name]


def _classes(cls: type) -> list[type]:
    """A class and all its subclasses."""
    classes = [cls]
    for known in classes:
        subclasses: list[type] = known.__subclasses__()
        classes += [each for each in subclasses if each not in classes]
    return classes


def _scalar(value: Any, place: str) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise PuzzleError(_sentence(place, "half of a surrogate pair is not a character")) from error
        return str(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise PuzzleError(_sentence(place, f"the number {shown(value)} does not fit into 64 bits"))
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise PuzzleError(_sentence(place, f"{value} is not a number that JSON knows"))
        return float(value)
    if hasattr(value, "dtype") and hasattr(value, "tolist"):
        return to_json(value.tolist(), place=place)
    raise KindError(
        f"{place or 'a value'} has no JSON form: puzzles and solutions are made of numbers, texts, tuples, sets, "
        f"mappings and dataclasses, not of {type(value).__name__}"
    )


def _rank(value: Any) -> Any:
    """A key by which all JSON values have an order: null, numbers, texts, lists, objects."""
    order: list[tuple[tuple[type, ...], Callable[[Any], Any]]] = [
        ((types.NoneType,), lambda _: 0),
        ((bool, int, float), lambda number: (number, type(number).__name__)),
        ((str,), lambda text: text),
        ((list,), lambda entries: [_rank(entry) for entry in entries]),
    ]
    for place, (sorts, key) in enumerate(order):
        if isinstance(value, sorts):
            return place, key(value)
    return len(order), sorted((key, _rank(entry)) for key, entry in value.items())


def _at(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _sentence(place: str, problem: str) -> str:
    return f"{place}: {problem}" if place else problem
