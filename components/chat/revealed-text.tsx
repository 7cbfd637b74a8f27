import { splitHidden } from './visible-text';

/** Text that someone decides about: no character of it can hide, and none can turn the direction of the others. */
export function RevealedText({ text }: { text: string }) {
  return (
    <bdi className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {splitHidden(text).map((piece) =>
        piece.isHidden ? (
          <span key={piece.at} className="mx-px rounded border border-orange/50 px-1 font-mono text-2xs text-orange">
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </bdi>
  );
}
