import { useState } from 'react'
import { withKeys } from '../../../shared/with-keys.ts'
import { Button } from '../../components/buttons.tsx'

/** The number of remarks that are added to the list at a time. */
const PAGE_SIZE = 20

type RemarkListProps = { remarks: readonly { place: string; message: string }[] }

/** Remarks on places in a file, the first of them at first. */
export function RemarkList({ remarks }: RemarkListProps) {
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE)
  const visible = withKeys(remarks.slice(0, visibleCount), ({ place, message }) => `${place} ${message}`)
  return (
    <>
      <ul className="mt-2 divide-y divide-line border-y border-line text-sm">
        {visible.map(({ key, item: { place, message } }) => (
          <li key={key} className="flex gap-4 py-2">
            <span className="min-w-16 shrink-0 text-muted tabular-nums">{place}</span>
            <span className="min-w-0 break-words">{message}</span>
          </li>
        ))}
      </ul>
      {remarks.length > visibleCount && (
        <Button variant="outline" className="mt-3" onClick={() => setVisibleCount(visibleCount + PAGE_SIZE)}>
          再显示{Math.min(PAGE_SIZE, remarks.length - visibleCount)}条
        </Button>
      )}
    </>
  )
}

/** Says why a file of tasks can't be imported. */
export const ImportErrors = ({ remarks }: RemarkListProps) => (
  <>
    <p role="alert" className="font-medium">
      有{remarks.length}处需要改正，还没有导入任何任务。改好后重新选择文件。
    </p>
    <RemarkList remarks={remarks} />
  </>
)

/** Says what of a file of tasks isn't taken as it is, if anything. */
export const ImportNotes = ({ remarks }: RemarkListProps) =>
  remarks.length > 0 && (
    <details className="mt-2">
      <summary className="min-h-11 cursor-pointer py-2 text-indigo">有{remarks.length}处没有照搬</summary>
      <RemarkList remarks={remarks} />
    </details>
  )
