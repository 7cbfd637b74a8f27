'use client';

import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Input } from './input';

interface SearchFieldProps {
  readonly label: string;
  /** Hears of the text once typing pauses, never while an input method is composing. */
  readonly onSearch: (text: string) => void;
}

const pauseMs = 250;

export function SearchField({ label, onSearch }: SearchFieldProps) {
  const [text, setText] = useState('');
  const [composing, setComposing] = useState(false);

  useEffect(() => {
    if (composing) return;
    const timer = setTimeout(() => onSearch(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text, composing, onSearch]);

  return (
    <div className="relative min-w-0 flex-1">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-faint" />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        className="pl-8.5"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
      />
    </div>
  );
}
