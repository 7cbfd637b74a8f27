export const sharing = {} as const;
