import { EvaluationSchema } from '#contracts/documents/evaluation.ts'
import { FULL_WEIGHT, getProfileWeight } from '#contracts/rules/evaluation/check-standards.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { RECOMMENDATIONS } from '#contracts/vocabulary.ts'
import {
  BUTTON_STYLE_OPTIONS,
  callToAction,
  color,
  description,
  group,
  icon,
  lines,
  link,
  list,
  pageInfo,
  paragraph,
  percentage,
  score,
  select,
  steps,
  suggestField,
  switchField,
  text,
  title,
} from '../form/form-parts.ts'
import type { DocumentForm, Field } from '../form/form-types.ts'

/** Returns the standards of a document; `undefined` while it is invalid. */
const findStandards = (document: JsonObject) => EvaluationSchema.safeParse(document).data?.evaluationStandards

/** Lists the titles of a document's criteria, by which profiles name them. */
const listCriterionTitles = (document: JsonObject): string[] =>
  findStandards(document)?.groups.flatMap(({ criteria }) =>
    criteria.map(({ title: criterionTitle }) => criterionTitle),
  ) ?? []

/** Returns what the weights of a use case have to sum up to, so that with the other criteria they make 100. */
function getExpectedProfileWeight(profile: JsonObject, document: JsonObject): number {
  const standards = findStandards(document)
  const [parsed] = findStandards({ evaluationStandards: { profiles: [profile] } })?.profiles ?? []
  return standards && parsed ? getProfileWeight(standards, parsed) : FULL_WEIGHT
}

const recommendation = suggestField('recommendation', '推荐意见', RECOMMENDATIONS)

const tool: readonly Field[] = [
  title,
  description,
  group('weights', '权重（发布新版本后生效）', [
    percentage('tech', '技术'),
    percentage('business', '商业'),
    percentage('market', '市场'),
  ]),
  group('thresholds', '推荐档位的分数线（发布新版本后生效）', [
    percentage('strong', '强烈推荐'),
    percentage('recommend', '推荐'),
    percentage('cautious', '谨慎推荐'),
  ]),
  group('defaultResult', '默认结果', [score('score', '得分'), recommendation]),
  { kind: 'attachments', key: 'attachments', label: '评估清单附件' },
]

export const evaluationForm: DocumentForm = {
  sections: [
    pageInfo,
    {
      label: '专业说明',
      path: 'professionalInfo',
      fields: [
        title,
        description,
        lines('points', '要点', '要点'),
        list({
          key: 'buttons',
          label: '按钮',
          noun: '按钮',
          titleKeys: ['text'],
          fields: [
            text('text', '文字'),
            select('type', '作用', [
              { value: 'calculator', label: '打开评估工具' },
              { value: 'download', label: '下载评估清单' },
              { value: 'link', label: '打开链接' },
            ]),
            link('link', '链接'),
            select('style', '样式', BUTTON_STYLE_OPTIONS),
          ],
          createItem: () => ({ text: '新按钮', type: 'link', link: '#', style: 'primary' }),
        }),
      ],
    },
    {
      label: '评估维度',
      path: '',
      fields: [
        list({
          key: 'evaluationCategories',
          label: '维度',
          noun: '维度',
          titleKeys: ['title'],
          fields: [icon, color, title, description, lines('items', '评估项', '评估项')],
          createItem: () => ({ icon: 'Award', title: '新维度', color: 'blue', description: '', items: [] }),
        }),
      ],
    },
    {
      label: '评估示例',
      path: '',
      fields: [
        list({
          key: 'evaluationExamples',
          label: '示例',
          noun: '示例',
          titleKeys: ['productName'],
          fields: [
            text('productName', '产品名称'),
            text('category', '类别'),
            score('score', '得分'),
            recommendation,
            lines('strengths', '优势', '优势'),
            lines('weaknesses', '不足', '不足'),
            paragraph('details', '详情'),
          ],
          createItem: () => ({
            productName: '新产品',
            category: '',
            score: 0,
            recommendation: '',
            strengths: [],
            weaknesses: [],
            details: '',
          }),
        }),
      ],
    },
    { label: '评估流程', path: 'evaluationProcess', fields: [title, description, steps] },
    {
      label: '评估标准',
      path: 'evaluationStandards',
      fields: [
        title,
        description,
        list({
          key: 'groups',
          label: '标准组',
          noun: '标准组',
          titleKeys: ['title'],
          total: { key: 'percentage', getExpected: () => FULL_WEIGHT },
          fields: [
            title,
            description,
            percentage('percentage', '占比（%）'),
            color,
            list({
              key: 'criteria',
              label: '准则',
              noun: '准则',
              titleKeys: ['title'],
              total: { key: 'percentage', getExpected: ({ percentage: weight }) => Number(weight) || 0 },
              fields: [
                title,
                percentage('percentage', '占比（%）'),
                description,
                lines('items', '证据', '证据'),
                switchField('isRequired', '必备准则（低于最低分一票否决）'),
                percentage('minimum', '必备准则的最低分'),
              ],
              createItem: () => ({
                title: '新准则',
                percentage: 0,
                description: '',
                items: [],
                isRequired: false,
                minimum: 60,
              }),
            }),
          ],
          createItem: () => ({ title: '新标准组', description: '', percentage: 0, color: 'blue', criteria: [] }),
        }),
        list({
          key: 'grades',
          label: '证据等级',
          noun: '证据等级',
          titleKeys: ['title'],
          fields: [title, percentage('cap', '封顶分'), description],
          createItem: () => ({ title: '新等级', cap: 100, description: '' }),
        }),
        list({
          key: 'profiles',
          label: '场景权重',
          noun: '场景',
          titleKeys: ['title'],
          fields: [
            title,
            description,
            list({
              key: 'weights',
              label: '与评估标准不同的占比',
              noun: '占比',
              titleKeys: ['criterion'],
              total: { key: 'percentage', getExpected: getExpectedProfileWeight },
              fields: [
                suggestField('criterion', '准则名称', listCriterionTitles),
                percentage('percentage', '占比（%）'),
              ],
              createItem: () => ({ criterion: '', percentage: 0 }),
            }),
          ],
          createItem: () => ({ title: '新场景', description: '', weights: [] }),
        }),
      ],
    },
    { label: '评估工具', path: 'evaluationTool', fields: tool },
    callToAction,
  ],
}
