import 'server-only';
import type { OpenApiOperation } from './openapi-operation';
import * as plugin from './plugin-schemas';
import * as skill from './skill-schemas';

const oneSkill = '/api/skills/{id}';
const onePlugin = '/api/plugins/{id}';

const skills: readonly OpenApiOperation[] = [
  { method: 'get', path: '/api/skills', summary: 'My skills', response: skill.skillPageSchema },
  {
    method: 'post',
    path: '/api/skills',
    summary: 'Add a skill, as the texts of its files',
    body: skill.skillCreateBody,
    status: 201,
    response: skill.skillViewSchema,
  },
  {
    method: 'post',
    path: '/api/skills/archive',
    summary: 'Add a skill out of a ZIP archive of its folder',
    upload: 'application/zip',
    status: 201,
    response: skill.skillViewSchema,
  },
  { method: 'get', path: oneSkill, summary: 'One skill with its files', response: skill.skillDetailSchema },
  {
    method: 'patch',
    path: oneSkill,
    summary: 'Change its files, switch it on or off, take its words for my own',
    body: skill.skillPatchBody,
    response: skill.skillViewSchema,
  },
  { method: 'delete', path: oneSkill, summary: 'Delete it', status: 204 },
  { method: 'get', path: `${oneSkill}/export`, summary: 'Its folder as a ZIP archive', file: ['application/zip'] },
  {
    method: 'post',
    path: `${oneSkill}/test`,
    summary: 'What is wrong with it, what it costs and what a model sees',
    response: skill.skillTestSchema,
  },
];

const plugins: readonly OpenApiOperation[] = [
  { method: 'get', path: '/api/plugins', summary: 'My plugins', response: plugin.pluginPageSchema },
  {
    method: 'post',
    path: '/api/plugins/preview',
    summary: 'Everything a manifest brings, without installing it',
    body: plugin.pluginPreviewBody,
    response: plugin.pluginPreviewSchema,
  },
  {
    method: 'post',
    path: '/api/plugins',
    summary: 'Install the manifest that was previewed',
    body: plugin.pluginCreateBody,
    status: 201,
    response: plugin.pluginViewSchema,
  },
  { method: 'get', path: onePlugin, summary: 'One plugin', response: plugin.pluginViewSchema },
  {
    method: 'patch',
    path: onePlugin,
    summary: 'Switch it on or off, enter its keys, update it to a previewed manifest',
    body: plugin.pluginPatchBody,
    response: plugin.pluginViewSchema,
  },
  { method: 'delete', path: onePlugin, summary: 'Remove it with everything it brought', status: 204 },
  {
    method: 'post',
    path: `${onePlugin}/test`,
    summary: 'Whether its keys are there and its hosts may be reached',
    response: plugin.pluginTestSchema,
  },
];

/** Skills and plugins. */
export const extensionOperations: readonly OpenApiOperation[] = [...skills, ...plugins];
