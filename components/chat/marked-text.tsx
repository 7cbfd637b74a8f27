import { placesOf, wantedOf } from './found-text';

/** A short text with the words that were looked for marked in it. */
export function MarkedText({ text, find }: { text: string; find: string }) {
  const words = wantedOf(find).flat();
  const pieces: { key: number; text: string; isFound: boolean }[] = [];
  let from = 0;
  for (const { at, length } of placesOf(text, words)) {
    pieces.push({ key: from, text: text.slice(from, at), isFound: false });
    pieces.push({ key: at, text: text.slice(at, at + length), isFound: true });
    from = at + length;
  }
  return (
    <>
      {pieces.map((piece) =>
        piece.isFound ? (
          <mark key={`found-${piece.key}`} className="bg-transparent font-medium text-cyan">
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
      {text.slice(from)}
    </>
  );
}
