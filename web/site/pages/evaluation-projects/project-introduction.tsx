import { PAGES } from '#contracts/paths.ts'
import { Link } from '../../router.tsx'

const STEPS = [
  { title: '设定', text: '选候选产品，定准则与权重，邀请评委。' },
  { title: '打分', text: '权重与候选锁定后，评委凭证据独立打分，互不可见。' },
  { title: '复议', text: '并排看分歧最大的项，说明理由后可以修改。' },
  { title: '定稿', text: '结论、依据与过程固定为一份报告。' },
] as const

/** Explains the four stages of an evaluation project, and leads to an example. */
export const ProjectIntroduction = () => (
  <>
    <ol className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4" aria-label="评估项目的四个阶段">
      {STEPS.map(({ title, text }, index) => (
        <li key={title} className="card p-5">
          <p className="text-sm text-muted tabular-nums">{index + 1}</p>
          <h2 className="text-lg">{title}</h2>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ol>
    <p className="mt-4">
      <Link to={PAGES.exampleProject} className="inline-flex min-h-11 items-center text-indigo underline">
        先看一个示例评估项目
      </Link>
    </p>
  </>
)
