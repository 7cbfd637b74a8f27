/** The mark: a speech of three strokes with the point where a person decides. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className ?? 'size-5.5'}>
      <rect width="24" height="24" rx="7" fill="#1a1d27" stroke="#3a3e50" strokeWidth="1" />
      <path
        d="M6.5 17V8l5.5 6 5.5-6v9"
        fill="none"
        stroke="#e1e4ed"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="12" cy="6.4" r="1.7" fill="#f59e0b" />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold tracking-tight">
      <BrandMark />
      Metona
    </span>
  );
}
