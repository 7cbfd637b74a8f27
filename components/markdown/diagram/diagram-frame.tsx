'use client';

import { type CSSProperties, useEffect, useRef } from 'react';
import { type Drawing, drawInFrame } from './draw-in-frame';

interface DiagramFrameProps {
  readonly source: string;
  readonly drawing: Drawing | null;
  readonly title: string;
  readonly onOutcome: (drawing: Drawing | null) => void;
}

/** As wide as there is room, up to its own size; on narrow screens it shrinks, and scrolls before it is too small to read. */
function sizeOf({ width, height }: Drawing): CSSProperties {
  return {
    width: '100%',
    maxWidth: width,
    minWidth: Math.min(width, width * 0.5 + 120),
    aspectRatio: `${width} / ${height}`,
  };
}

/** A frame with scripts and nothing else: no origin, no storage, no forms, no windows, no way to the page around it. */
export function DiagramFrame({ source, drawing, title, onOutcome }: DiagramFrameProps) {
  const stopping = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stopping.current = controller;
    return () => controller.abort();
  }, []);

  async function draw(frame: HTMLIFrameElement) {
    const { signal } = stopping.current;
    const result = frame.contentWindow === null ? null : await drawInFrame(frame.contentWindow, source, signal);
    if (!signal.aborted) onOutcome(result);
  }

  return (
    <iframe
      src="/diagram/frame"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      tabIndex={-1}
      title={title}
      className="mx-auto block border-0 bg-transparent"
      style={drawing === null ? { width: '100%', height: 0 } : sizeOf(drawing)}
      onLoad={(event) => void draw(event.currentTarget)}
    />
  );
}
