/** One `/tool name {json}` line; the arguments are kept as text, broken ones too. */
export interface ToolCommand {
  readonly name: string;
  readonly args: string;
}

export interface ParsedInput {
  readonly commands: readonly ToolCommand[];
  /** What stands beside the commands. */
  readonly text: string;
}

const command = /^\s*\/tool\s+(\S+)\s*(.*)$/;

export function parseInput(input: string): ParsedInput {
  const commands: ToolCommand[] = [];
  const rest: string[] = [];
  for (const line of input.split('\n')) {
    const match = command.exec(line);
    if (match === null) rest.push(line);
    else commands.push({ name: match[1] ?? '', args: (match[2] ?? '').trim() });
  }
  return { commands, text: rest.join('\n').trim() };
}
