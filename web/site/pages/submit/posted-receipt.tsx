import { PAGES } from '#contracts/paths.ts'
import { useFormOutcome } from '../../form-outcome.tsx'
import { Link } from '../../router.tsx'

/** The receipt of a submission that was posted without script. */
export function PostedReceipt() {
  const receipt = useFormOutcome('submission')?.data?.receipt
  if (!receipt) return null
  return (
    <p>
      回执号：<strong className="inline-block whitespace-nowrap select-all">{receipt}</strong>
      。请保存，凭回执号和联系邮箱可以随时
      <Link to={`${PAGES.submissionStatus}?${new URLSearchParams({ receipt })}`} className="text-indigo underline">
        查询状态
      </Link>
      。
    </p>
  )
}
