-- A thread is read by both: by the client alone, the planner takes the order of the whole workspace where clients' ids are scattered.
CREATE INDEX messages_thread ON upstream.messages (workspace_id, client_id, number, id);
