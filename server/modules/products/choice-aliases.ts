/**
 * Search synonyms of choices: the maker of a model, or its other name. They match products that have the choice under
 * its original label; a choice renamed by an editor has no synonyms.
 */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  通义千问: ['阿里', '阿里云', 'Qwen'],
  文心: ['百度', '文心一言', 'ERNIE'],
  智谱GLM: ['ChatGLM'],
  Kimi: ['月之暗面', 'Moonshot'],
  豆包: ['字节跳动', '火山引擎', 'Doubao'],
  混元: ['腾讯'],
  讯飞星火: ['科大讯飞'],
  DeepSeek: ['深度求索'],
  OpenAI: ['GPT', 'ChatGPT'],
  Claude: ['Anthropic'],
  Gemini: ['谷歌', 'Google'],
}

/** Returns the synonyms of a choice. */
export const getAliases = (choice: string): readonly string[] =>
  Object.hasOwn(ALIASES, choice) ? (ALIASES[choice] ?? []) : []
