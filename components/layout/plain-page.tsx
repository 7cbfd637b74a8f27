import type { ReactNode } from 'react';
import { BrandMark } from './brand';

interface PlainPageProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** A page outside the frame that has one thing to say. */
export function PlainPage({ title, text, children }: PlainPageProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col items-start justify-center gap-3 px-6 pb-[12vh]">
      <BrandMark className="mb-2 size-8" />
      <h1 className="font-semibold text-xl">{title}</h1>
      <p className="text-pretty text-dim text-sm">{text}</p>
      {children && <div className="flex flex-wrap gap-2 pt-2">{children}</div>}
    </main>
  );
}
