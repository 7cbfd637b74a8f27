import { admin } from './admin';
import { auth } from './auth';
import { branching } from './branching';
import { chat } from './chat';
import { common } from './common';
import { data } from './data';
import { errors } from './errors';
import { exchange } from './exchange';
import { files } from './files';
import { firstRun } from './first-run';
import { inbox } from './inbox';
import { knowledge } from './knowledge';
import { layout } from './layout';
import { library } from './library';
import { mcp } from './mcp';
import { notes } from './notes';
import { plugins } from './plugins';
import { settings } from './settings';
import { sharing } from './sharing';
import { skills } from './skills';
import { system } from './system';
import { tasks } from './tasks';
import { tools } from './tools';
import { trace } from './trace';
import { web } from './web';

export const en = {
  admin,
  auth,
  branching,
  chat,
  common,
  data,
  errors,
  exchange,
  files,
  firstRun,
  inbox,
  knowledge,
  layout,
  library,
  notes,
  mcp,
  plugins,
  settings,
  sharing,
  skills,
  system,
  tasks,
  tools,
  trace,
  web,
} as const;
