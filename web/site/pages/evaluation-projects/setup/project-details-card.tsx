import { TEXT } from '#contracts/limits.ts'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { TextAreaField } from '../controlled-fields.tsx'
import { SetupCard } from './setup-card.tsx'
import type { SetupEditor } from './use-setup-form.ts'

/** The name and description of a project, which can be changed even after the setup is locked. */
export const ProjectDetailsCard = ({ editor: { value, change, errors } }: { editor: SetupEditor }) => (
  <SetupCard title="项目">
    <div className="grid gap-5 lg:grid-cols-2">
      <FormField label="项目名称" isRequired error={errors.find(({ path }) => path === 'name')?.message}>
        {(control) => (
          <input
            {...control}
            value={value.name}
            maxLength={TEXT.line}
            className={CONTROL_CLASS}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </FormField>
      <TextAreaField
        label="说明"
        rows={2}
        value={value.description}
        onChange={(description) => change({ description })}
      />
    </div>
  </SetupCard>
)
