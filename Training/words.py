"""Packs a large list of English and German words into a Bloom filter: Services/Safety/Models/Weights/KnownWordBits.swift, read by KnownWords.swift.

The words are the dictionaries of pyspellchecker (MIT, Tyler Barrus): German, and of the English those that were counted in its texts more often than it counts
words that were only added. Words of one or two letters are left out: nearly every one of them is a word of many languages.
"""

import base64
import gzip
import importlib.resources
import json
import unicodedata

from common import ROOT

BITS, HASHES = 10, 7
# What pyspellchecker counts for a word that it took from a list.
ADDED = 50
PARTS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i"}


def fold(word):
    """As Shared/Language/Text/Folding.swift folds Latin letters."""
    plain = "".join(PARTS.get(letter, letter) for letter in word.lower())
    return "".join(letter for letter in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(letter))


def dictionary(language):
    packed = importlib.resources.files("spellchecker").joinpath(f"resources/{language}.json.gz").read_bytes()
    return json.loads(gzip.decompress(packed))


def places(word, size):
    """FNV-1a (64 bits), its halves as two hashes (Kirsch and Mitzenmacher 2006)."""
    value = 0xCBF29CE484222325
    for byte in word.encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    first, step = value & 0xFFFFFFFF, value >> 32 | 1
    return [(first + number * step) % size for number in range(HASHES)]


def main():
    words = {fold(word) for word, count in dictionary("en").items() if count > ADDED} | {fold(word) for word in dictionary("de")}
    words = sorted(word for word in words if len(word) >= 3)
    size = (len(words) * BITS + 7) // 8 * 8
    bits = bytearray(size // 8)
    for word in words:
        for place in places(word, size):
            bits[place // 8] |= 1 << place % 8
    text = base64.b64encode(bits).decode()
    (ROOT / "Services/Safety/Models/Weights/KnownWordBits.swift").write_text(
        f'''/// Made by `deploy/train words` from {len(words)} words of pyspellchecker's English and German dictionaries (MIT, © Tyler Barrus); read by `KnownWords`.
enum KnownWordBits {{
    static let hashes: UInt64 = {HASHES}
    static let base64 = """
        {text}
        """
}}
''', encoding="utf-8")
    print(f"{len(words)} words, {size // 8} bytes")


if __name__ == "__main__":
    main()
