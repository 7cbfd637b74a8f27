'use client';

import { useState } from 'react';
import { type SkillTest, skillApi } from '@/lib/client/skills';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';

/** Looks at a skill as a model would. */
export function SkillCheck({ skillId }: { skillId: string }) {
  const t = useT();
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<SkillTest>();
  const [problem, setProblem] = useState<string>();

  async function check() {
    setIsBusy(true);
    setProblem(undefined);
    try {
      setResult(await skillApi.test(skillId));
    } catch (caught) {
      setProblem(errorText(caught));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <Button busy={isBusy} onClick={() => void check()}>
        {isBusy ? t('skills.testing') : t('skills.test')}
      </Button>
      {problem && <Notice tone="error">{problem}</Notice>}
      {result && <CheckResult result={result} />}
    </div>
  );
}

function CheckResult({ result }: { result: SkillTest }) {
  const t = useT();
  const { problems, tokens, ok } = result;
  const said = ok ? t(problems.length === 0 ? 'skills.testOk' : 'skills.testNotes') : t('skills.testFailed');
  return (
    <div className="flex w-full min-w-0 flex-col gap-3 text-sm" data-testid="skill-check">
      <Notice tone={ok ? 'success' : 'error'}>
        <p>{said}</p>
        {problems.length > 0 && (
          <ul lang="en" className="list-disc pl-5 text-xs">
            {problems.map(({ field, message }) => (
              <li key={`${field} ${message}`} className="break-words">
                {field === '' ? message : `${field}: ${message}`}
              </li>
            ))}
          </ul>
        )}
      </Notice>
      <p className="text-dim">{t('skills.tokens', tokens)}</p>
      <Seen label={t('skills.prompt')} text={result.prompt ?? t('skills.promptNone')} />
      <Seen label={t('skills.loaded')} text={result.loaded} />
    </div>
  );
}

function Seen({ label, text }: { label: string; text: string }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer text-dim">{label}</summary>
      <pre className="mt-1 max-h-72 overflow-auto whitespace-pre-wrap break-words rounded-lg border border-line bg-card p-3 text-xs">
        {text}
      </pre>
    </details>
  );
}
