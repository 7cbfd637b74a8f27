import 'server-only';
import { z } from 'zod';
import type { OpenApiOperation } from './openapi-operation';
import { personSchema, userChangeSchema, userDeletionSchema, userPageSchema } from './people';
import { resetBody, resetLinkSchema } from './reset-links';
import { sharedProviderBody, sharedProviderSchema } from './shared-providers';
import { siteSettingsBody, siteSettingsSchema } from './site-settings';

const listOf = (item: z.ZodType) => z.object({ items: z.array(item), next_cursor: z.string().nullable() });
const user = '/api/admin/users/{id}';
const lent = '/api/admin/shared-providers';

/** Accounts and what administrators decide. */
export const peopleOperations: readonly OpenApiOperation[] = [
  {
    method: 'get',
    path: '/api/admin/users',
    summary: 'All accounts (administrators)',
    query: userPageSchema,
    response: listOf(personSchema),
  },
  {
    method: 'patch',
    path: user,
    summary: 'Change role or caps, disable or enable (administrators)',
    body: userChangeSchema,
    response: personSchema,
  },
  {
    method: 'delete',
    path: user,
    summary: 'Delete an account (administrators)',
    body: userDeletionSchema,
    status: 204,
  },
  {
    method: 'post',
    path: `${user}/password-reset`,
    summary: 'Make a link to choose a new password; it is shown once (administrators)',
    status: 201,
    response: resetLinkSchema,
  },
  {
    method: 'post',
    path: '/api/account/reset',
    summary: 'Choose a new password with such a link',
    auth: false,
    body: resetBody,
    status: 204,
  },
  {
    method: 'get',
    path: '/api/admin/settings',
    summary: 'Sign-up mode and caps (administrators)',
    response: siteSettingsSchema,
  },
  {
    method: 'put',
    path: '/api/admin/settings',
    summary: 'Change them (administrators)',
    body: siteSettingsBody,
    response: siteSettingsSchema,
  },
  {
    method: 'get',
    path: lent,
    summary: 'Shared providers and what was used of them this month (administrators)',
    response: listOf(sharedProviderSchema),
  },
  {
    method: 'put',
    path: `${lent}/{id}`,
    summary: 'Share a provider, or change what borrowers are held to (administrators)',
    body: sharedProviderBody,
    response: sharedProviderSchema,
  },
  { method: 'delete', path: `${lent}/{id}`, summary: 'Stop sharing a provider (administrators)', status: 204 },
];
