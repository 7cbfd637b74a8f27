// For whoever is locked out, at the server: `npm run admin -- list`, `make-admin <e-mail>`, `reset-password <e-mail>`.
// Works on the data directory or on DATABASE_URL, also while Metona runs.
import { createInterface } from 'node:readline/promises';
import { withDatabase } from './database/with-database.mjs';

const usage = `npm run admin -- list                             all accounts
npm run admin -- make-admin <e-mail>              make somebody an administrator
npm run admin -- reset-password <e-mail>          print a link to choose a new password: good once, for a day
npm run admin -- reset-password <e-mail> --stdin  read the new password from the standard input instead`;

async function readPassword() {
  if (process.stdin.isTTY) console.error('The new password, then Enter (it is shown as you type):');
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  throw new Error('No password came in on the standard input.');
}

async function list(rescue) {
  for (const user of await rescue.list()) {
    const facts = [user.role, ...(user.disabledAt === null ? [] : ['disabled'])];
    console.log(`${user.email}  ${facts.join(', ')}  ${user.lastSignInAt?.toISOString() ?? 'never signed in'}`);
  }
}

async function makeAdmin(rescue, [email]) {
  await rescue.makeAdmin(email);
  console.log(`${email} is an administrator now and signs in anew.`);
}

async function resetPassword(rescue, [email, option]) {
  if (option === '--stdin') {
    await rescue.setPassword(email, await readPassword());
    console.log(`The password of ${email} is changed; every sign-in has ended.`);
    return;
  }
  const { url, expires_at: until } = await rescue.resetLink(email);
  console.log(url);
  console.log(`Good once, until ${until}. Whoever opens it chooses the password of ${email}.`);
}

const commands = {
  list: { run: list, takes: [0] },
  'make-admin': { run: makeAdmin, takes: [1] },
  'reset-password': { run: resetPassword, takes: [1, 2] },
};

const [name = '', ...given] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const isUnknown = given.slice(1).some((option) => option !== '--stdin');

if (!command?.takes.includes(given.length) || isUnknown) {
  console.error(usage);
  process.exitCode = 1;
} else {
  await withDatabase(async ({ settings, connection }) => {
    const { openRescue } = await import('../lib/server/rescue.ts');
    const rescue = openRescue({ connection, publicUrl: settings.url });
    try {
      await command.run(rescue, given);
    } catch (error) {
      // A table or a column is missing.
      if (!/^P202[12]$/.test(error?.code)) throw error;
      throw new Error('The database is of another version: start Metona once, so that it is brought up to date.');
    } finally {
      await rescue.close();
    }
  });
}
