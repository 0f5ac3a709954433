import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { DocumentForm } from '../form/form-types.ts'
import { aiForm, productsForm } from './catalogue.ts'
import { communityForm } from './community.ts'
import { evaluationForm } from './evaluation.ts'
import { homeForm } from './home.ts'
import { selectionForm } from './selection.ts'
import { submitForm } from './submit.ts'

export const FORMS: Readonly<Record<DocumentKind, DocumentForm>> = {
  home: homeForm,
  community: communityForm,
  selection: selectionForm,
  products: productsForm,
  ai: aiForm,
  evaluation: evaluationForm,
  submit: submitForm,
}
