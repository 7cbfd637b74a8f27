'use client';

/** The conversations of the signed-in user. */
export function SessionList() {
  return null;
}
