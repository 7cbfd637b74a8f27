/** Names of fences that mean no language: nothing is loaded for them. */
const plain: ReadonlySet<string> = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'output', 'log', 'none', 'ascii']);

/** What people write for a language that goes by another name. */
const otherNames: Readonly<Record<string, string>> = {
  vue: 'xml',
  svelte: 'xml',
  astro: 'xml',
  json5: 'json',
  ndjson: 'json',
  jsonl: 'json',
  dotenv: 'ini',
  env: 'ini',
  docker: 'dockerfile',
  terraform: 'hcl',
  cu: 'cpp',
};

/** Languages beyond the common ones, as their fences are named. */
const rare: ReadonlySet<string> = new Set(
  (
    'ada apache applescript asm awk basic bat bnf brainfuck clojure clj cmake cmd cobol coffeescript crystal d dart ' +
    'delphi django dockerfile dos ebnf elixir ex elm erlang erl excel f90 fortran fsharp fs gams gcode gherkin glsl gradle groovy ' +
    'haml handlebars haskell hs haxe hcl http julia jl latex tex lisp livescript llvm mathematica matlab mercury mips nginx nim nix nsis ' +
    'ocaml ml openscad pascal pgsql postgres postgresql powershell ps1 processing prolog properties protobuf proto puppet q racket ' +
    'reasonml sas scala scheme scilab smalltalk stan stata stylus svg tcl thrift twig vbscript verilog v vhdl vim x86asm xquery zephir'
  ).split(' '),
);

/** The language of a fence, or null for plain text. */
export function languageOf(name: string): string | null {
  const language = name.toLowerCase();
  if (plain.has(language) || !/^[\w+#.-]{1,30}$/.test(language)) return null;
  return Object.hasOwn(otherNames, language) ? (otherNames[language] ?? null) : language;
}

export function isRare(language: string): boolean {
  return rare.has(language);
}
