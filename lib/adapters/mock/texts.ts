const longestQuote = 200;

export type MockLanguage = 'en' | 'zh';

interface MockTexts {
  readonly answer: (words: string) => string;
  readonly thoughts: (words: string) => string;
  readonly results: string;
}

const texts: Readonly<Record<MockLanguage, MockTexts>> = {
  en: {
    answer: (words) =>
      `You wrote: “${words}”\n\n` +
      'I am the **offline mock provider**: no model stands behind me, and nothing leaves this machine. ' +
      'To talk to a real model, open Settings → Providers and add a key, for example for DeepSeek, or start Ollama here.\n\n' +
      'To try a tool, write:\n\n```\n/tool math.add {"left":1,"right":2}\n```',
    thoughts: (words) =>
      `The message is “${words}”. There is no model here to ask, so I answer with what I know about myself.`,
    results: 'The tools have answered:',
  },
  zh: {
    answer: (words) =>
      `你写的是：“${words}”\n\n` +
      '我是**离线模拟服务商**：背后没有真实模型，也不会有任何数据离开这台机器。' +
      '要与真实模型对话，请打开“设置 → 服务商”并添加密钥（例如 DeepSeek），或在本机启动 Ollama。\n\n' +
      '想试用工具，可以这样写：\n\n```\n/tool math.add {"left":1,"right":2}\n```',
    thoughts: (words) => `这条消息是“${words}”。这里没有可以询问的模型，所以我只能介绍我自己。`,
    results: '工具返回了结果：',
  },
};

export function detectLanguage(text: string): MockLanguage {
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
}

function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const points = Array.from(line);
  return points.length > longestQuote ? `${points.slice(0, longestQuote).join('')}…` : line;
}

export function describeInput(text: string): string {
  return texts[detectLanguage(text)].answer(quote(text));
}

export function describeThoughts(text: string): string {
  return texts[detectLanguage(text)].thoughts(quote(text));
}

export function describeResults(lines: readonly string[], language: MockLanguage): string {
  return [texts[language].results, '', ...lines.map((line) => `- ${line}`)].join('\n');
}

/** The text in short pieces, as a model would stream it. */
export function splitText(text: string): string[] {
  return text.match(/.{1,12}/gsu) ?? [];
}
