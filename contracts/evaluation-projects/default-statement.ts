/**
 * The text that judges confirm unless the owner changes it. Kinship and the three years follow article 9 of the
 * Regulations for the Implementation of the Government Procurement Law (政府采购法实施条例).
 */
export const DEFAULT_STATEMENT = `本人已知悉本项目的全部候选产品及其供应商（含生产厂商、代理商与关联企业，下同），就利益关系声明如下：
一、本人及近亲属（配偶、直系血亲、三代以内旁系血亲及近姻亲，下同）在本次评审前三年内，未在供应商任职或担任顾问，未担任其董事、监事，不是其控股股东或实际控制人；
二、本人及近亲属不持有供应商的股权、期权或其他投资权益；
三、本人不是供应商法定代表人或负责人的近亲属；
四、本人未收受、也未约定收受供应商的财物、佣金、宴请、旅游或其他利益；
五、本人未参与候选产品的研发、销售或其应答文件的编制，与供应商之间没有诉讼、仲裁或其他足以影响公正评审的争议；
六、本人与供应商之间没有其他可能影响公正评审的关系。
上述各项有不符的，本人已逐一写明有关候选与事由，并对该候选回避，不打分、不提供证据、不登记试次。评审期间情况有变化的，本人立即补充声明。本人对以上声明的真实性负责。`
