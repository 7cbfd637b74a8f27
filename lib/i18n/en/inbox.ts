export const inbox = {
  text: 'Everything that waits for your decision, from all chats. No answer means no.',
  empty: 'Nothing waits for you',
  emptyText: 'When a tool asks for permission, or Metona would like to remember something, you can answer it here.',
  memories: 'Memories to confirm',
  asked: 'asked',
  expires: 'counts as denied after',
  decided: 'Just decided',
} as const;
