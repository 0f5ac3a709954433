import { Button } from 'antd'
import type { MethodDraft } from '#contracts/evaluation/method.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { useEditor } from '../editor-context.tsx'
import { getLabel } from '../form/field-paths.ts'
import { useRevealField } from '../reveal-field.ts'

/** What a publication changes, and for whom. */
export function MethodChangeList({ published, changes }: Pick<MethodDraft, 'published' | 'changes'>) {
  return (
    <>
      <p>与M{published.version}相比：</p>
      <ul className="my-2 flex max-h-[40dvh] list-disc flex-col gap-1 overflow-y-auto pl-5">
        {withKeys(changes, String).map(({ key, item }) => (
          <li key={key}>{item}</li>
        ))}
      </ul>
      <p>公开页面和此后新建的评估项目采用新版本，进行中的项目保持原有版本。版本发布后不能撤回。</p>
    </>
  )
}

/** What has to be corrected before a publication; each error leads to its field. */
export function MethodErrorList({ errors }: Pick<MethodDraft, 'errors'>) {
  const { form } = useEditor()
  const reveal = useRevealField()
  return (
    <>
      <p>发布前须改正：</p>
      <ul className="flex max-h-32 flex-col overflow-y-auto">
        {errors.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <Button
              type="link"
              className="h-auto whitespace-normal px-0 text-left pointer-coarse:min-h-11"
              onClick={() => reveal(path)}
            >
              {getLabel(form, path)}：{message}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
