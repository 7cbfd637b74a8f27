import type { CatalogueArea } from '../catalogue';

export const firstRun: CatalogueArea<'firstRun'> = {
  none: '还没有设置服务商，暂时无法回答。',
  failing: '所选服务商上次测试失败。可以在这里修正，或换用其他服务商。',
  another: '使用自己的密钥，自己选择模型。',
  title: '三步接入真正的模型',
  step1: '选择服务商',
  step2: '粘贴你的密钥',
  step2Text: '密钥加密保存在这台服务器上，只用于你自己的请求。',
  step2Local: '确认地址',
  step3: '点击“测试”',
  step3Text: '会发送一条很短的消息。显示绿色后就可以开始。',
  keyMissing: '请先粘贴密钥。',
  other: '其他服务器…',
  foundHere: '已找到',
  found: '已找到 {name}，由 {model} 作答，无需密钥。',
  otherProvider: '使用其他服务商',
};
