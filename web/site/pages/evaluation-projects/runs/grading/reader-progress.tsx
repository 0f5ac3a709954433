import type { Grading } from '#contracts/evaluation-grading/grading.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { withKeys } from '../../../../../shared/with-keys.ts'

/** How much has been read, and by whom; never what was said. */
export const ReaderProgress = ({ grading: { items, pairs, readers } }: { grading: Grading }) => (
  <div className="mt-3 space-y-3 text-sm">
    {items.total > 0 && <Progress label="回答" {...items} />}
    {pairs.total > 0 && <Progress label="并排对比" {...pairs} />}
    <ul className="flex flex-wrap gap-x-5 gap-y-1 tabular-nums">
      {withKeys(readers, ({ name }) => name).map(({ key, item: reader }) => (
        <li key={key}>
          {reader.name}
          <span className="text-muted">
            ：
            {joinWithDots([
              items.total > 0 ? `${reader.items}条` : undefined,
              pairs.total > 0 ? `${reader.pairs}对` : undefined,
            ])}
          </span>
        </li>
      ))}
    </ul>
    <p className="text-muted">评委打开自己的邀请链接，或在“评估项目”中打开这个项目，就能开始判定。</p>
  </div>
)

type ProgressProps = { label: string; total: number; decided: number }

const Progress = ({ label, total, decided }: ProgressProps) => (
  <div>
    <p className="flex justify-between gap-3 tabular-nums">
      <span>{label}</span>
      <span>
        {decided} / {total}
      </span>
    </p>
    <progress
      className="mt-1 block h-1.5 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-indigo [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-indigo"
      value={decided}
      max={total}
      aria-label={`${label}判定的进度`}
    />
  </div>
)
