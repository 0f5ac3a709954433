import { type SubmitEvent, useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { MethodTemplate } from '#contracts/evaluation-projects/templates/template.ts'
import { findTemplate, METHOD_TEMPLATES } from '#contracts/evaluation-projects/templates/templates.ts'
import { TEXT } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { describeTemplateSource } from '#contracts/rules/evaluation/describe-template.ts'
import { call } from '../../../shared/call.ts'
import { findFieldMessage, toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { Dialog } from '../../components/dialog.tsx'
import { focusFirstField } from '../../components/focus-first-field.ts'
import { FormField } from '../../components/form-field.tsx'
import { readFormValues } from '../../components/read-form-values.ts'
import { FormError } from '../../components/text-field.tsx'
import { useNavigate } from '../../router.tsx'
import { SelectField } from './controlled-fields.tsx'
import { useProjectCache } from './project-queries.ts'

type CreateDialogProps = { isOpen: boolean; products: readonly string[]; onClose: () => void }

/** Creates a project with the given name and products as candidates, and opens it. */
export const CreateDialog = ({ isOpen, products, onClose }: CreateDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="新建评估项目" className="max-w-lg">
    <CreateForm products={products} />
  </Dialog>
)

const METHOD_OPTIONS = [
  { value: '', label: '智鉴评估方法' },
  ...METHOD_TEMPLATES.map(({ id, title }) => ({ value: id, label: title })),
]

function CreateForm({ products }: { products: readonly string[] }) {
  const navigate = useNavigate()
  const cache = useProjectCache()
  const [isNameMissing, setIsNameMissing] = useState(false)
  const [template, setTemplate] = useState<MethodTemplate>()
  const createProjectMutation = useMutation({
    mutationFn: ({ name = '', description = '' }: Record<string, string>) =>
      call(projectCalls.create, {
        body: { name, description, products: [...products], profile: null, ...(template && { template: template.id }) },
      }),
    onSuccess: (project) => {
      cache.replace(project)
      navigate(PAGES.evaluationProject(project.data.id))
    },
    // Without a reply, the project may have been created; the list behind the dialog shows it.
    onError: cache.reload,
  })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = readFormValues(event.currentTarget)
    setIsNameMissing(!values.name?.trim())
    if (values.name?.trim()) createProjectMutation.mutate(values)
    else event.currentTarget.querySelector<HTMLElement>('[name="name"]')?.focus()
  }

  const nameError = findFieldMessage(createProjectMutation.error, 'name')
  return (
    <form ref={focusFirstField} method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
      {products.length > 0 && <p>对比中的{products.length}个产品将成为候选，之后还可以增减。</p>}
      <FormField label="项目名称" isRequired error={isNameMissing ? PROJECT_MESSAGES.name : nameError}>
        {(control) => (
          <input
            {...control}
            name="name"
            maxLength={TEXT.line}
            className={CONTROL_CLASS}
            placeholder="例如：客服智能体选型"
          />
        )}
      </FormField>
      <FormField label="说明" hint="要解决什么问题、何时决定，评委打分时能看到。">
        {(control) => (
          <textarea {...control} name="description" rows={3} maxLength={TEXT.paragraph} className={CONTROL_CLASS} />
        )}
      </FormField>
      <SelectField
        label="方法"
        isRequired
        hint={
          template
            ? `${template.description}${describeTemplateSource(template)}`
            : '平台公开的评估方法，由评委按证据打分。'
        }
        value={template?.id ?? ''}
        options={METHOD_OPTIONS}
        onChange={(id) => setTemplate(findTemplate(id))}
      />
      <FormError>
        {createProjectMutation.isError && !nameError && toErrorMessage(createProjectMutation.error)}
      </FormError>
      <Button type="submit" isBusy={createProjectMutation.isPending} className="w-full">
        {createProjectMutation.isPending ? '创建中……' : '创建项目'}
      </Button>
    </form>
  )
}
