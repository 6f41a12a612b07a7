-- Each sign-in asks from where the account has signed in before.
create index session_places on session (account_id, address);
