/** Metona is at work, or waits for someone: the one place where something moves. */
export function ProgressLine({ text }: { text: string }) {
  return (
    <p className="flex items-center gap-2.5 text-dim text-sm">
      <span aria-hidden className="relative flex size-2">
        <span className="absolute inset-0 animate-ping rounded-full bg-amber-fill/60 motion-reduce:hidden" />
        <span className="size-2 rounded-full bg-amber-fill" />
      </span>
      {text}
    </p>
  );
}
