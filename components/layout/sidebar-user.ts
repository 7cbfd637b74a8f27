/** Who is signed in, as far as the frame shows it. */
export interface SidebarUser {
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
}
