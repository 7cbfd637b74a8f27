/** A span of time as short as it can be said: `40 ms`, `1.4 s`, `12 s`, `3 min 5 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 100) return `${Math.max(0, Math.round(milliseconds))} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const rest = whole % 60;
  return rest === 0 ? `${Math.floor(whole / 60)} min` : `${Math.floor(whole / 60)} min ${rest} s`;
}
