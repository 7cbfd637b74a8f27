/** A limit of everyone, or one that differs between users. */
export type UserLimit = number | ((userId: string) => Promise<number>);

export async function limitOf(limit: UserLimit, userId: string): Promise<number> {
  return typeof limit === 'number' ? limit : await limit(userId);
}
