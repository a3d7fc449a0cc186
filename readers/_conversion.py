"""Values of dataclasses to JSON and back, as their annotations say.

Numbers, texts, true and false, and null are as they are; tuples, lists and named tuples are lists; sets are lists in
order; dataclasses are objects, a field each; mappings are objects when all keys are texts, else lists of pairs.
Enumerations are their values, where these are all numbers or texts, else their names; bytes are hexadecimal texts.  An
object of a class that the annotation leaves open, by a union or as a subclass, names it in the field ``class``.

Back they come as the annotations say, lists as tuples where these do not ask for lists.  What does not fit is a
PuzzleError with the place, such as ``walls[2][0]``, what was expected there and what there is.  A field may stand in
files under another name, or in another shape: see `cpmodels.base.fields`.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache, wraps
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, is_typeddict

from cpmodels.base._docstrings import described
from cpmodels.base._keywords import check_known, check_spelling
from cpmodels.base.errors import KindError, PuzzleError, naming
from cpmodels.base.fields import AtLeast, InFiles, annotations_of
from cpmodels.base.values import either, listed, repeated, shown

Form = dict[str, Any]
"""A JSON object."""

_SCALARS: dict[Any, tuple[str, str]] = {
    int: ("a whole number", "integer"),
    float: ("a number with a fraction", "number"),
    str: ("a string", "string"),
    bytes: ("a string of hexadecimal digits", "string"),
    bool: ("true or false", "boolean"),
    types.NoneType: ("null", "null"),
}
"""What there is in JSON, in words and in JSON Schemas."""
_WORDS = {cls: words for cls, (words, _) in _SCALARS.items()} | {list: "a list", tuple: "a list", dict: "an object"}
_F = TypeVar("_F", bound=Callable[..., Any])


def _remembered(function: _F) -> _F:
    """Cached, for annotations that can be hashed."""
    cached = cache(function)

    @wraps(function)
    def called(*hints: Any) -> Any:
        try:
            hash(hints)
        except TypeError:
            return function(*hints)
        return cached(*hints)

    return called  # type: ignore[return-value]


@dataclass(frozen=True)
class FileField:
    """A field of a dataclass that stands in files: its name, the one there, and what its metadata say of it."""

    name: str
    key: str
    hint: Any
    default: Any
    required: bool
    more: InFiles

    def written(self, value: Any, place: str = "") -> Any:
        """The JSON of a value of this field."""
        return to_json(self.more.write(value) if self.more.write else value, self.hint, _at(place, self.key))

    def is_left_out(self, whole: Any) -> bool:
        """Whether the field of a dataclass is not written."""
        if callable(self.more.left_out):
            return self.more.left_out(whole)
        return bool(self.more.left_out and getattr(whole, self.name) == self.default)


@cache
def form_fields(cls: Any) -> tuple[FileField, ...]:
    """The fields of a dataclass that its constructor takes from files.  Raises KindError for other classes."""
    if not _is_record(cls):
        raise KindError(
            f"{cls.__name__} has no JSON form, as it is not a dataclass: write @dataclass(frozen=True) above it, or "
            "register functions for its form"
        )
    hints = _hints(cls)
    found = ((field, field.metadata.get("in files", InFiles())) for field in fields(cls) if field.init)
    return tuple(
        FileField(field.name, more.key or field.name, more.hint or hints[field.name], *_default(field), more)
        for field, more in found
        if more is not None
    )


def _hints(cls: Any) -> dict[str, Any]:
    """The annotations of a class.  Raises KindError for those that cannot be read."""
    try:
        return annotations_of(cls)
    except Exception as error:
        why = f"{error}" if isinstance(error, KindError) else f"its annotations cannot be read: {error}"
        raise KindError(f"{cls.__name__} has no JSON form, as {why}") from error


def _default(field: Field[Any]) -> tuple[Any, bool]:
    """The default value of a field, and whether it has none."""
    if field.default_factory is not MISSING:
        return field.default_factory(), False
    return field.default, field.default is MISSING


def word(value: Any) -> str:
    """What a JSON value is, in words: "a list"."""
    return _WORDS.get(type(value), f"a {type(value).__name__}")


def to_json(value: Any, hint: Any = Any, place: str = "") -> Any:
    """The JSON of a value.

    Raises KindError for a value of a class that has none, PuzzleError for a number or text that JSON cannot hold.
    """
    if isinstance(value, Enum):
        for key, member in _choices(type(value)):
            if member is value:
                return key
        raise KindError(f"{place or 'a value'} has no JSON form: {value} is not one member of {type(value).__name__}")
    if is_dataclass(value) and not isinstance(value, type):
        return _tag(type(value), hint) | to_object(value, place)
    if isinstance(value, (tuple, list)):
        hints = _entry_hints(type(value)) or _within(hint, tuple, list)
        last = len(hints) - 1
        return [to_json(entry, hints[min(i, last)], f"{place}[{i}]") for i, entry in enumerate(value)]
    if isinstance(value, Set):
        return sorted((to_json(entry, _within(hint, Set)[0], place) for entry in value), key=_rank)
    if isinstance(value, Mapping):
        key_hint, value_hint, *_ = (*_within(hint, Mapping), Any)
        pairs = [(to_json(key, key_hint, place), to_json(entry, value_hint, place)) for key, entry in value.items()]
        pairs.sort(key=lambda pair: _rank(pair[0]))
        return dict(pairs) if all(isinstance(key, str) for key, _ in pairs) else [list(pair) for pair in pairs]
    return _scalar(value, place)


def to_object(value: Any, place: str = "") -> Form:
    """The JSON object of a dataclass, a field each."""
    cls: Any = type(value)
    known = (field for field in form_fields(cls) if not field.is_left_out(value))
    return {field.key: field.written(getattr(value, field.name), place) for field in known}


def from_json(value: Any, hint: Any, place: str = "", *, further: bool = False) -> Any:
    """The value that an annotation asks for.  Raises PuzzleError, KindError for annotations that say too little."""
    return _read(_sorts(hint), value, place, further)


def _read(sorts: list[_Sort], value: Any, place: str, further: bool) -> Any:
    if len(sorts) == 1 and sorts[0].accepts(value):
        return sorts[0].read(value, place, further)
    fitting = [sort for sort in sorts if sort.accepts(value)]
    if not fitting:
        raise PuzzleError(_sentence(place, f"expected {_expected(sorts)}, got {_found(sorts, value)}"))
    for sort in fitting[:-1]:
        try:
            return sort.read(value, place, further)
        except PuzzleError:
            continue
    return fitting[-1].read(value, place, further)


def from_object(
    form: Mapping[str, Any], cls: type, place: str = "", free: Iterable[str] = (), *, further: bool = False
) -> Any:
    """The dataclass of a JSON object, by its constructor, whose errors are those of this place.

    free: fields that are passed over.
    further: whether so are other unknown fields, here and in the objects within, unless they look misspelt.

    Raises PuzzleError, which names the field that is unknown, missing or wrong.
    """
    known = form_fields(cls)
    with naming(place):
        for field in known:
            if field.name != field.key and field.name in form and field.key not in form:
                raise PuzzleError(f"unknown field {field.name!r}; did you mean {field.key!r}?")
        (check_spelling if further else check_known)(form, [field.key for field in known], free)
        for field in known:
            if field.required and field.key not in form:
                raise PuzzleError(f"the field {field.key!r} is missing")
    values = {}
    for field in known:
        if field.key in form:
            at = _at(place, field.key)
            try:
                values[field.name] = from_json(form[field.key], field.hint, at, further=further)
            except RecursionError as error:
                raise PuzzleError("lists or objects are nested too deeply for a puzzle") from error
            if field.more.read:
                with naming(at):
                    values[field.name] = field.more.read(values[field.name])
    with naming(place):
        try:
            return cls(**values)
        except PuzzleError:
            raise
        except ValueError as error:
            raise PuzzleError(str(error)) from error


def schema_of(hint: Any, defs: dict[str, Form], *, further: bool = False) -> Form:
    """The JSON Schema of what `from_json` takes for an annotation; the schemas of dataclasses go into `defs`.

    It allows what `from_json` takes, and more only where a schema cannot say what a constructor demands, or where
    texts have a form, as hexadecimal digits have.

    >>> schema_of(tuple[int, str | None], {})["prefixItems"]
    [{'type': 'integer'}, {'anyOf': [{'type': 'null'}, {'type': 'string'}]}]

    Raises KindError for annotations that say too little.
    """
    schema = _any_of([sort.schema(defs, further) for sort in _sorts(hint)])
    for mark in getattr(hint, "__metadata__", ()):
        schema |= {"minimum": mark.least} if isinstance(mark, AtLeast) else {}
    return schema


def _any_of(options: list[Form]) -> Form:
    return options[0] if len(options) == 1 else {"anyOf": options}


def _record_reference(cls: type, defs: dict[str, Form], further: bool) -> Form:
    """A reference to the schema of a dataclass, or of its subclasses, which name themselves."""
    name = f"{cls.__module__}.{cls.__qualname__.replace('<locals>.', '')}"
    if name not in defs:
        defs[name] = {}  # It may refer to itself.
        records = [
            record_schema(each, defs, {"class": {"const": each.__name__}}, ["class"][each is cls :], further=further)
            for each in _classes(cls)
            if is_dataclass(each)
        ]
        defs[name] = _any_of(records)
    return {"$ref": f"#/$defs/{name}"}


def record_schema(
    cls: type, defs: dict[str, Form], free: Form, required: Iterable[str] = (), *, further: bool = False
) -> Form:
    """The JSON Schema of the object of a dataclass (see `from_object`).

    free: the schemas of fields that are passed over.
    required: those of them that have to be there.
    further: whether there may be other fields.

    Raises KindError for other classes, and for annotations that say too little.
    """
    known = form_fields(cls)
    texts = described(cls.__doc__, {field.name for field in known})
    properties = {}
    for field in known:
        about = field.more.about or texts.get(field.name)
        said = {"description": about} if about else {}
        default = {} if field.required else {"default": field.written(field.default)}
        properties[field.key] = said | schema_of(field.hint, defs, further=further) | default
    return {
        "type": "object",
        "properties": free | properties,
        "required": [*required, *(field.key for field in known if field.required)],
        "additionalProperties": further,
    }


# What there is for each annotation ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Sort:
    """What an annotation, which is no union, asks for in JSON.

    words: what that is, each in a word or two.
    accepts: whether a JSON value is of that sort.
    read: the value of such a one, given its place and whether objects may have further fields.
    schema: its JSON Schema, given those of dataclasses, and whether objects may have further fields.
    """

    words: list[str]
    accepts: Callable[[Any], bool]
    read: Callable[[Any, str, bool], Any]
    schema: Callable[[dict[str, Form], bool], Form]


@_remembered
def _sorts(hint: Any) -> list[_Sort]:
    return [_sort(option) for option in _options(hint)]


def _sort(hint: Any) -> _Sort:
    origin = _origin(hint)
    if choices := _choices(hint):
        chosen = {(type(key), key): choice for key, choice in choices}
        return _Sort(
            [shown(key) for key, _ in choices],
            lambda value: isinstance(value, (int, str, types.NoneType)) and (type(value), value) in chosen,
            lambda value, _place, _further: chosen[type(value), value],
            lambda _defs, _further: {"enum": [key for key, _ in choices]},
        )
    if origin in _SCALARS:
        words, name = _SCALARS[origin]
        accepts, read = _READ.get(origin, (lambda value: type(value) is origin, lambda value, _place, _further: value))
        return _Sort([words], accepts, read, lambda _defs, _further: {"type": name})
    if origin in (Any, object) or isinstance(origin, TypeVar):
        return _Sort(["anything"], lambda _: True, lambda value, _place, _further: _frozen(value), lambda _d, _f: {})
    if _is_record(hint):

        def read_object(value: Any, place: str, further: bool) -> Any:
            cls = _class_named(value["class"], origin, place) if "class" in value else origin
            return from_object(value, cls, place, ["class"], further=further)

        return _Sort(
            ["an object"],
            lambda value: isinstance(value, dict),
            read_object,
            lambda defs, further: _record_reference(origin, defs, further),
        )
    if _is_class(hint, Mapping):
        return _mapping_sort(hint)
    if _is_list(hint):
        return _list_sort(hint)

    def refuse(_value: Any, place: str, _further: bool) -> Any:
        raise KindError(f"{place or 'a value'} has no JSON form: JSON has no values of {hint}")

    return _Sort([str(hint)], lambda _: True, refuse, lambda _defs, further: refuse(hint, "", further))


def _read_float(value: float, place: str, _further: bool) -> Any:
    return float(_scalar(value, place))


def _read_bytes(value: str, place: str, _further: bool) -> bytes:
    try:
        return bytes.fromhex(value)
    except ValueError as error:
        raise PuzzleError(_sentence(place, f"expected {_WORDS[bytes]}, got {shown(value)}")) from error


_READ: dict[Any, tuple[Callable[[Any], bool], Callable[[Any, str, bool], Any]]] = {
    float: (lambda value: isinstance(value, (int, float)) and not isinstance(value, bool), _read_float),
    bytes: (lambda value: isinstance(value, str), _read_bytes),
}
"""How those are read that do not stand in JSON as what they are."""


def _mapping_sort(hint: Any) -> _Sort:
    origin, (key_hint, value_hint, *_) = _origin(hint), (*get_args(hint), Any, Any)

    def pairs(value: Any, place: str) -> Iterator[tuple[Any, Any, str]]:
        if isinstance(value, dict):
            for key, entry in value.items():
                with naming(place):
                    found = from_json(key, key_hint, "a key")
                yield found, entry, _at(place, shown(key))
        else:
            for i, pair in enumerate(value):
                key, entry = from_json(pair, tuple[Any, Any], f"{place}[{i}]")
                yield from_json(key, key_hint, f"{place}[{i}][0]"), entry, f"{place}[{i}][1]"

    def read(value: Any, place: str, further: bool) -> Any:
        made: dict[Any, Any] = {}
        for key, entry, where in pairs(value, place):
            if _hashed(key, place) in made:
                raise PuzzleError(_sentence(place, f"the key {shown(to_json(key))} is given twice"))
            made[key] = from_json(entry, value_hint, where, further=further)
        return made if issubclass(dict, origin) else origin(made)

    def schema(defs: dict[str, Form], further: bool) -> Form:
        key, entry = (schema_of(each, defs, further=further) for each in (key_hint, value_hint))
        pair = {"type": "array", "prefixItems": [key, entry], "minItems": 2, "maxItems": 2}
        return {"anyOf": [{"type": "object", "additionalProperties": entry}, {"type": "array", "items": pair}]}

    return _Sort(["an object"], lambda value: isinstance(value, (dict, list, tuple)), read, schema)


def _list_sort(hint: Any) -> _Sort:
    origin, arguments = _origin(hint), get_args(hint)
    entries = _entry_hints(origin)
    least = len(entries) - len(getattr(origin, "_field_defaults", ()))
    if not entries and origin is tuple and arguments[-1:] != (Ellipsis,) and hint is not tuple:
        entries, least = arguments, len(arguments)
    inner = arguments[0] if arguments else Any
    is_fixed = bool(entries) or hint == tuple[()]

    def read(value: Any, place: str, further: bool) -> Any:
        if is_fixed and not least <= len(value) <= len(entries):
            wanted = min(max(least, len(value)), len(entries))
            raise PuzzleError(_sentence(place, f"expected a list of {wanted}, got one of {len(value)}"))
        sorts = [_sorts(each) for each in entries] if is_fixed else [_sorts(inner)] * len(value)
        pairs = enumerate(zip(sorts, value, strict=False))
        found = [_read(within, entry, f"{place}[{i}]", further) for i, (within, entry) in pairs]
        if is_fixed:
            return tuple(found) if origin is tuple else origin(*found)
        if issubclass(origin, Set):
            if twice := repeated(_hashed(entry, place) for entry in found):
                raise PuzzleError(_sentence(place, f"{shown(to_json(twice[0]))} is given twice"))
            made = (set if _related(origin, set) and origin is not Set else frozenset)(found)
            return made if isinstance(made, origin) else origin(made)
        if issubclass(list, origin) and not issubclass(tuple, origin):
            return found
        return tuple(found) if issubclass(tuple, origin) else origin(found)

    def schema(defs: dict[str, Form], further: bool) -> Form:
        if is_fixed:
            within = [schema_of(each, defs, further=further) for each in entries]
            return {"type": "array", "prefixItems": within, "minItems": least, "maxItems": len(within)}
        unique = {"uniqueItems": True} if issubclass(origin, Set) else {}
        return {"type": "array", "items": schema_of(inner, defs, further=further)} | unique

    return _Sort(["a list"], lambda value: isinstance(value, (list, tuple)), read, schema)


def _hashed(value: Any, place: str) -> Any:
    """A value for a set, or a key.  Raises PuzzleError for what can be neither, as an object."""
    try:
        hash(value)
    except TypeError as error:
        raise PuzzleError(_sentence(place, f"expected a value that can be hashed, got {shown(value)}")) from error
    return value


def _expected(sorts: list[_Sort]) -> str:
    return either(sorted(dict.fromkeys(each for sort in sorts for each in sort.words), key=lambda text: text == "null"))


def _found(sorts: list[_Sort], value: Any) -> str:
    """What there is instead: the value itself where certain words are expected, else what sort of value."""
    chosen = any("enum" in sort.schema({}, False) for sort in sorts)
    return shown(value) if chosen and type(value) in (int, float, str) else word(value)


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
    return issubclass(_origin(hint), Iterable) and not hasattr(_origin(hint), "tolist")  # An array is made otherwise.


@_remembered
def _entry_hints(cls: Any) -> tuple[Any, ...]:
    """The annotations of a named tuple; none for other classes."""
    if not (isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")):
        return ()
    hints = _hints(cls)
    return tuple(hints.get(name, Any) for name in cls._fields)


@_remembered
def _within(hint: Any, *bases: Any) -> tuple[Any, ...]:
    """What an annotation says of entries, or of keys and values, one by one; the last is that of all further ones."""
    found: list[tuple[Any, ...]] = []
    for option in _options(hint):
        arguments = get_args(option)
        if arguments and _is_class(option) and any(_related(_origin(option), base) for base in bases):
            fixed = _origin(option) is tuple or Mapping in bases
            found.append(tuple(each for each in arguments if each is not Ellipsis) if fixed else arguments[:1])
    if not found:
        return (Any,)
    return tuple(
        Union[tuple(each[min(i, len(each) - 1)] for each in found)]  # noqa: UP007
        for i in range(max(map(len, found)))
    )


def _related(cls: type, base: Any) -> bool:
    return issubclass(cls, base) or issubclass(base, cls)


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
    """The field that names the class, where the annotation does not."""
    named = [_origin(option) for option in _options(hint) if _is_record(option)]
    return {} if named == [cls] else {"class": cls.__name__}


def _class_named(name: Any, cls: type, place: str) -> type:
    """The dataclass of this name: a class or a subclass of it."""
    named = {known.__name__: known for known in _classes(cls) if is_dataclass(known)}
    if not isinstance(name, str) or name not in named:
        raise PuzzleError(_sentence(place, f"the class must be one of {listed(sorted(named))}, not {shown(name)}"))
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
            raise PuzzleError(_sentence(place, f"{value} is not a number in JSON"))
        return float(value)
    if hasattr(value, "dtype") and hasattr(value, "tolist"):
        return to_json(value.tolist(), place=place)
    raise KindError(
        f"{place or 'a value'} has no JSON form: puzzles and solutions are made of numbers, strings, tuples, sets, "
        f"mappings and dataclasses, not of {type(value).__name__}"
    )


def _rank(value: Any) -> Any:
    """A key by which all JSON values have an order: null, numbers, texts, lists, objects."""
    if value is None:
        return 0, 0
    if isinstance(value, (bool, int, float)):
        return 1, (value, type(value).__name__)
    if isinstance(value, str):
        return 2, value
    if isinstance(value, list):
        return 3, [_rank(entry) for entry in value]
    return 4, sorted((key, _rank(entry)) for key, entry in value.items())


def _at(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _sentence(place: str, problem: str) -> str:
    return f"{place}: {problem}" if place else problem
