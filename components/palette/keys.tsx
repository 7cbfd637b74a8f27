/** Keys that are pressed together. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="min-w-5 rounded border border-line bg-raise px-1.5 text-center font-mono text-2xs text-dim leading-4.5"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
