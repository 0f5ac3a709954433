import { Button } from 'antd'
import { getUnavailableProps } from '../components/unavailable-button.ts'
import type { VersionedEdits } from './use-versioned-edits.ts'

type SaveButtonProps<Value> = {
  form: Pick<VersionedEdits<Value>, 'isSaving' | 'isDirty'>
  text?: string
  /** Default: whether there are no unsaved edits. */
  isDisabled?: boolean
}

/** The save button of a versioned form. */
export const SaveButton = <Value,>({ form, text = '保存', isDisabled = !form.isDirty }: SaveButtonProps<Value>) => (
  <Button type="primary" htmlType="submit" {...getUnavailableProps(form.isSaving || isDisabled)}>
    {form.isSaving ? '保存中……' : text}
  </Button>
)
