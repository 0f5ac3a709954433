import type { ReactNode } from 'react'
import { FieldGroup } from '../../components/field-group.tsx'
import { DeploymentTypeField } from './choice-fields.tsx'
import { ADDITIONAL_INFO, AUDIENCE_FIELDS, COMPANY_FIELDS, PRODUCT_NAME, WEBSITE } from './submission-fields.ts'
import { DescriptionField, SubmissionTextField } from './submission-text-field.tsx'

export const CompanyFields = () => (
  <FieldGroup title="公司与联系人">
    {COMPANY_FIELDS.map((field) => (
      <SubmissionTextField key={field.name} field={field} />
    ))}
  </FieldGroup>
)

/** The fields of the product; `children` are those that are loaded separately. */
export const ProductFields = ({ children }: { children: ReactNode }) => (
  <FieldGroup title="产品">
    <SubmissionTextField field={PRODUCT_NAME} />
    <DescriptionField />
    {AUDIENCE_FIELDS.map((field) => (
      <SubmissionTextField key={field.name} field={field} />
    ))}
    <DeploymentTypeField />
    <SubmissionTextField field={WEBSITE} />
    <SubmissionTextField field={ADDITIONAL_INFO} />
    {children}
  </FieldGroup>
)
