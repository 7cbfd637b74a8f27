import type { SkillView } from '@/lib/client/skills';

export interface SkillRowProps {
  readonly skill: SkillView;
  readonly onChanged: () => Promise<unknown>;
}
