/**
 * The fields of a form, each rendered by the component of its kind. Long fields take the full width, short fields share a
 * row.
 */
import { type ComponentType, memo } from 'react'
import type { Field, FieldOf, RenderFields } from '../form/form-types.ts'
import { AttachmentsField } from './attachments-field.tsx'
import { ColorField } from './color-field.tsx'
import { DayField } from './day-field.tsx'
import { IconField } from './icon-field.tsx'
import { ImageField } from './image-field.tsx'
import { ListField } from './list-field.tsx'
import { ManagedList } from './managed-list.tsx'
import { PicturesField } from './pictures-field.tsx'
import {
  NumberField,
  ParagraphField,
  RatingField,
  SelectField,
  SuggestField,
  SwitchField,
  TextField,
} from './plain-fields.tsx'
import { RichTextField } from './rich-text-field.tsx'
import { TextsField } from './texts-field.tsx'

type FieldComponents = { [Kind in Field['kind']]: ComponentType<{ field: FieldOf<Kind>; path: string }> }

const FIELD_COMPONENTS: FieldComponents = {
  text: TextField,
  url: TextField,
  day: DayField,
  paragraph: ParagraphField,
  'rich-text': RichTextField,
  number: NumberField,
  rating: RatingField,
  select: SelectField,
  suggest: SuggestField,
  switch: SwitchField,
  color: ColorField,
  icon: IconField,
  texts: TextsField,
  list: (props) => {
    const { maxPictures, managedAt } = props.field
    if (managedAt) return <ManagedList {...props} link={managedAt} />
    return maxPictures === undefined ? (
      <ListField {...props} renderFields={renderFields} />
    ) : (
      <PicturesField {...props} maxCount={maxPictures} />
    )
  },
  group: GroupField,
  image: ImageField,
  attachments: AttachmentsField,
}

/** The kinds of fields that take the full width. */
const WIDE_KINDS = new Set<Field['kind']>(['paragraph', 'texts', 'list', 'group', 'attachments', 'image', 'rich-text'])

/** Memoized: an edit within a list item rerenders that item, and of its fields only the edited one. */
export const Fields = memo(function Fields({ fields, path }: { fields: readonly Field[]; path: string }) {
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-4 @xl:grid-cols-2">
      {fields.map((field) => (
        <div key={field.key} className={WIDE_KINDS.has(field.kind) ? '@xl:col-span-2' : ''}>
          <FieldControl field={field} path={path === '' ? field.key : `${path}.${field.key}`} />
        </div>
      ))}
    </div>
  )
})

function FieldControl<Kind extends Field['kind']>({ field, path }: { field: FieldOf<Kind>; path: string }) {
  const kind: Kind = field.kind
  const FieldComponent: ComponentType<{ field: FieldOf<Kind>; path: string }> = FIELD_COMPONENTS[kind]
  return <FieldComponent field={field} path={path} />
}

function GroupField({ field, path }: { field: FieldOf<'group'>; path: string }) {
  return (
    <fieldset className="m-0 min-w-0 rounded-lg border border-line px-4 pt-2 pb-4">
      <legend className="px-1 text-sm font-semibold">{field.label}</legend>
      <Fields fields={field.fields} path={path} />
    </fieldset>
  )
}

const renderFields: RenderFields = (fields, path) => <Fields fields={fields} path={path} />
