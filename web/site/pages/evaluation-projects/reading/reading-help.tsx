import { type GradingScale, POINTS } from '#contracts/evaluation-grading/verdicts.ts'
import { Dialog } from '../../../components/dialog.tsx'

type ReadingHelpProps = { isOpen: boolean; scale: GradingScale; onClose: () => void }

/** The keys of the reading room. */
export const ReadingHelp = ({ isOpen, scale, onClose }: ReadingHelpProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="按键" className="max-w-md">
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-2.5">
      {listKeys(scale).map(({ keys, text }) => (
        <div key={text} className="contents">
          <dt>
            {keys.map((key) => (
              <kbd key={key} className="mr-1 rounded border border-control px-2 py-0.5 font-mono text-sm">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-4 text-sm text-muted">名称与透露身份的词已换成▇▇。判定自动保存，负责人结束之前可以修改。</p>
  </Dialog>
)

const listKeys = (scale: GradingScale) => [
  scale === 'points'
    ? { keys: ['0', '…', `${POINTS.max}`], text: `给分，${POINTS.pass}分起算通过` }
    : { keys: ['1', '2'], text: '通过，未通过' },
  { keys: ['1', '2', '='], text: '并排时：第一条更好，第二条更好，不分高下' },
  { keys: ['空格', '→'], text: '下一条' },
  { keys: ['←'], text: '上一条' },
  { keys: ['R'], text: '写理由' },
  { keys: ['Esc'], text: '离开理由' },
  { keys: ['?'], text: '打开这里' },
]
