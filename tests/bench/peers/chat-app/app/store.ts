import type { ModelMessage } from 'ai';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE, max: 10 });

export async function loadHistory(chat: string): Promise<ModelMessage[]> {
  const { rows } = await pool.query('SELECT role, content FROM chat_messages WHERE chat = $1 ORDER BY id', [chat]);
  return rows as ModelMessage[];
}

export async function saveMessages(chat: string, said: { question: string; answer: string }): Promise<void> {
  await pool.query("INSERT INTO chat_messages (chat, role, content) VALUES ($1, 'user', $2), ($1, 'assistant', $3)", [
    chat,
    said.question,
    said.answer,
  ]);
}

export async function saveChunk(chat: string, text: string): Promise<void> {
  await pool.query('INSERT INTO chat_chunks (chat, content) VALUES ($1, $2)', [chat, text]);
}
