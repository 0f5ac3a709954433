import type { SubmitContent } from '#contracts/documents/submit.ts'
import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { isSafeLink } from '#contracts/rules/safe-link.ts'

/** The texts of a page without content. Advantages and cases have no defaults, as they make claims. */
const DEFAULTS = {
  pageInfo: {
    title: '提交产品',
    subtitle: `填写产品资料，${SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成初审，凭回执号随时查询进度。`,
  },
  formSection: { title: '填写产品资料', description: '除补充信息外均为必填项，产品描述不少于50个字符。' },
  submitProcess: {
    title: '提交流程',
    steps: [
      { stepNumber: 1, title: '填写资料', description: '填写公司、联系人与产品资料，同意服务条款。', color: 'blue' },
      { stepNumber: 2, title: '提交并取得回执', description: '提交成功后得到回执号，请妥善保存。', color: 'green' },
      {
        stepNumber: 3,
        title: '初步审核',
        description: `我们在${SUBMISSION_REVIEW_WORKING_DAYS}个工作日内核对资料并给出结果。`,
        color: 'purple',
      },
      {
        stepNumber: 4,
        title: '上架展示',
        description: '通过后进入智能体产品目录，供企业查阅与比较。',
        color: 'orange',
      },
    ],
  },
  contactSection: {
    title: '提交前有疑问',
    description: '不确定产品是否适合收录，可以先联系我们。',
    buttons: [{ text: '联系我们', style: 'primary', action: 'contact', link: '' }],
  },
} as const

const CONSULTATION_URL = `${PAGES.selection}#consultation`

/** Returns the document with default texts in place of missing ones. */
export function withDefaults(content: SubmitContent): SubmitContent {
  const { pageInfo, formSection, submitProcess, contactSection } = content
  return {
    ...content,
    pageInfo: fillDefaults(pageInfo, DEFAULTS.pageInfo),
    formSection: fillDefaults(formSection, DEFAULTS.formSection),
    submitProcess: {
      ...submitProcess,
      title: submitProcess.title || DEFAULTS.submitProcess.title,
      steps: submitProcess.steps.length > 0 ? submitProcess.steps : [...DEFAULTS.submitProcess.steps],
    },
    contactSection: {
      ...fillDefaults(contactSection, { title: DEFAULTS.contactSection.title }),
      description: contactSection.description || (contactSection.title ? '' : DEFAULTS.contactSection.description),
      buttons: contactSection.buttons.length > 0 ? contactSection.buttons : [...DEFAULTS.contactSection.buttons],
    },
  }
}

/** Replaces the empty texts of a section by defaults. */
function fillDefaults<Section extends object>(section: Section, defaults: Partial<Section>): Section {
  const texts = Object.entries(section).filter(([, value]) => value !== '')
  return { ...section, ...defaults, ...Object.fromEntries(texts) }
}

/** Returns whether the page has no content yet. */
export const isEmptyContent = ({ pageInfo, submitAdvantages, submitProcess, successCases }: SubmitContent): boolean =>
  pageInfo.title === '' &&
  submitAdvantages.length === 0 &&
  submitProcess.steps.length === 0 &&
  successCases.cases.length === 0

/** Returns the target of a contact button: its link, its action if that is a link, else the consultation form. */
export function getContactLink({ link, action }: SubmitContent['contactSection']['buttons'][number]): string {
  if (link !== '') return link
  return action !== '' && isSafeLink(action) ? action : CONSULTATION_URL
}
