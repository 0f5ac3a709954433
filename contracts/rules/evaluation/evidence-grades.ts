/** The default grades of evidence. `cap` is the maximum that a score with such evidence counts for. */
export const DEFAULT_GRADES = [
  { key: 'verified', title: '自行核实', cap: 100, description: '本企业实测、访谈客户、查验原件。' },
  { key: 'third-party', title: '第三方可核验', cap: 85, description: '测评、认证、公开基准，能追到原始出处。' },
  { key: 'demonstrated', title: '厂商演示', cap: 75, description: '本企业出题，现场可重复。' },
  { key: 'claimed', title: '厂商自述', cap: 50, description: '宣传资料与口头承诺。' },
]
