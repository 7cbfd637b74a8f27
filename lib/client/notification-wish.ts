const wishKey = 'metona.notifications';
const wishListeners = new Set<() => void>();

/** Whether this browser was asked for notifications: kept here, as the browser's own yes is. */
export const notificationWish = {
  read: (): boolean => {
    try {
      return localStorage.getItem(wishKey) === 'on';
    } catch {
      return false;
    }
  },
  save: (isOn: boolean): void => {
    try {
      if (isOn) localStorage.setItem(wishKey, 'on');
      else localStorage.removeItem(wishKey);
    } catch {
      // A browser that keeps nothing gets no notifications.
    }
    for (const listener of wishListeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    wishListeners.add(listener);
    addEventListener('storage', listener);
    return () => {
      wishListeners.delete(listener);
      removeEventListener('storage', listener);
    };
  },
};

export type NotificationAccess = 'missing' | 'blocked' | 'ask' | 'granted';

export function notificationAccess(): NotificationAccess {
  if (typeof Notification === 'undefined' || !('locks' in navigator)) return 'missing';
  return ({ denied: 'blocked', default: 'ask', granted: 'granted' } as const)[Notification.permission];
}
