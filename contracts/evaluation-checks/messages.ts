/** Messages of the checks of replies, and the reasons that they give. */
export const CHECK_MESSAGES = {
  value: '请填写要比较的文字',
  pattern: '请填写正则表达式',
  text: '请填写判断标准',
  toolName: '请填写工具名称',
  invalidPattern: '正则表达式有误，或用了不支持的写法（前后查找、反向引用）',
  invalidSchema: (problem: string) => `JSON Schema有误：${problem}`,
  lengthRequired: '请填写最少或最多字数',
  lengthOrder: '最少字数不能大于最多字数',
  zeroWeights: '检查项的权重不能全为零',
} as const

/** The characters shown of a text in a reason. */
const QUOTED_LENGTH = 40

const quote = (text: string) => {
  const characters = [...text.replaceAll(/\s+/g, ' ')]
  return `“${characters.slice(0, QUOTED_LENGTH).join('')}${characters.length > QUOTED_LENGTH ? '……' : ''}”`
}
/** Says which character of the reply something begins at, for an offset in UTF-16 units. */
const describePlace = (reply: string, offset: number) => `第${[...reply.slice(0, offset)].length + 1}个字`

/** The reasons of checks, each one sentence without a full stop. */
export const CHECK_REASONS = {
  equal: '与要求的文字相同',
  unequal: (reply: string) => `回答为${quote(reply)}，与要求的不同`,
  found: (value: string, reply: string, offset: number) => `${describePlace(reply, offset)}起有${quote(value)}`,
  foundFolded: (value: string) => `含有${quote(value)}`,
  notFound: (values: readonly string[]) => `没有${values.map(quote).join('、')}`,
  foundAll: '要求的文字都有',
  startsOtherwise: (reply: string) => `开头是${quote(reply)}`,
  starts: '开头符合要求',
  matches: (match: string, reply: string, offset: number) => `${describePlace(reply, offset)}起的${quote(match)}符合`,
  noMatch: '没有符合正则表达式的内容',
  noneFound: '没有出现不该出现的文字',
  number: (text: string, reply: string, offset: number) =>
    `${describePlace(reply, offset)}起的${quote(text)}在允许范围内`,
  otherNumbers: (texts: readonly string[]) =>
    `回答中的数是${texts.slice(0, 5).join('、')}${texts.length > 5 ? '等' : ''}`,
  noNumber: '回答中没有数',
  valid: '符合JSON Schema',
  notJson: '回答不是JSON',
  schemaViolation: (path: string, problem: string) => `${path === '' ? '整体' : path}不符合：${problem}`,
  schemaUndecided: 'JSON Schema的检验超时或没有尽头，未能判定',
  similar: (similarity: number, atLeast: number) => `相似度${similarity.toFixed(2)}，要求至少${atLeast}`,
  tooLong: '文字过长，未能判定',
  refused: (phrase: string) => `有拒答用语${quote(phrase)}`,
  notRefused: '没有拒答用语',
  sourced: (source: string) => `注明了来源${quote(source)}`,
  unsourced: '没有注明来源',
  called: (name: string) => `调用了${name}`,
  notCalled: (names: readonly string[]) =>
    names.length === 0 ? '没有调用工具' : `调用的工具是${names.slice(0, 5).join('、')}${names.length > 5 ? '等' : ''}`,
  otherArguments: (name: string, problem: string) => `${name}的参数不符合：${problem}`,
  calledTooEarly: (name: string, after: string) => `${name}不是在${after}之后调用的`,
  milliseconds: (value: number, atMost: number) => `${Math.round(value)}毫秒，要求至多${atMost}毫秒`,
  cost: (value: number, atMost: number) => `${value}元，要求至多${atMost}元`,
  length: (length: number) => `${length}字`,
  unknownTime: '没有记录时间，未能判定',
  unknownCost: '成本未知，未能判定',
  unknownSteps: '没有记录步骤，未能判定',
  needsJudge: '须由裁判模型判定',
  needsPerson: '须由人判定',
  negated: (reason: string) => `不应如此：${reason}`,
} as const
