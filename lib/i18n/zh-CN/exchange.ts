import type { CatalogueArea } from '../catalogue';

export const exchange: CatalogueArea<'exchange'> = {
  exportTitle: '你的数据',
  exportText:
    '一个包含你在这里全部内容的压缩包：对话（JSON 和 Markdown）、笔记、任务、记忆、文件、技能、运行记录、设置和分享链接。不包含密钥、密码和令牌。',
  exportButton: '导出全部',
  importTitle: '导入对话',
  importText: '来自 ChatGPT、Claude、LibreChat 或另一个 Metona，保留分支、时间和模型。',
  importHow:
    '请选择你收到的 ZIP 压缩包或 conversations.json、单个对话的 JSON 文件，或“导出全部”得到的压缩包。图片只保留名称，不会一并导入。',
  importButton: '导入…',
  sending: '正在发送 {name}',
  takingIn: '正在导入 {name}',
  report: '导入结果',
  counts: '已导入 {imported} 个，已存在 {skipped} 个，失败 {failed} 个',
  nth: '第 {number} 个对话',
  messages: '{count} 条消息',
  alreadyThere: '已存在',
  giveUp: '停止导入；已导入的内容会保留',
  dismiss: '关闭导入结果',
  busy: '另一个导入仍在进行。请等待其完成，或先停止它。',
  tooLarge: '文件超过了此服务器允许的大小。',
  flaws: {
    broken: '无法读取：文件已损坏，或在此处中断。',
    not_a_conversation: '这不是可识别的对话。',
    wrong_shape: '其中有一部分格式不正确。',
    empty: '其中没有消息。',
    loop: '其中的消息循环引用。',
    too_large: '对话过大。',
    too_many_messages: '消息过多。',
    message_too_long: '其中一条消息过长。',
    not_saved: '无法保存。',
  },
  unreadable: {
    not_an_export: '这不是导出文件：既不是 JSON，也不是包含 JSON 的 ZIP 压缩包。',
    broken_archive: '无法读取此 ZIP 压缩包，请重新下载。',
    encrypted: '此 ZIP 压缩包已加密。请解压后选择其中的 JSON 文件。',
    archive_too_large: '此 ZIP 压缩包解压后超过了允许的大小。',
    nothing_inside: '此文件中没有对话。',
  },
};
