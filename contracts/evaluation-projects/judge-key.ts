/** The key under which the connections of a project include its judge model; no candidate may have it. */
export const JUDGE_MODEL_KEY = '@judge'
