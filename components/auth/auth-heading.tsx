export function AuthHeading({ title, text }: { title: string; text: string }) {
  return (
    <div className="mb-6">
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      <p className="mt-1.5 text-dim text-sm">{text}</p>
    </div>
  );
}
